import { z } from 'zod';
import { assetIdSchema } from '../../assets/schemas/asset-id.js';
import { KEY_CHARS_MAX, KEY_FORM } from '../../search/idempotency-key.js';
import type { JsonObject } from './json.js';
import { embedded } from './schemas.js';

const assetId = embedded(z.toJSONSchema(assetIdSchema) as JsonObject);

/** Parameters of paths, queries and headers, by the name that operations refer to. */
export const PARAMETERS: Readonly<Record<string, JsonObject>> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Names the request in the answer and in our log. Anything else than 1 to 128 of these characters is ignored.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
    example: 'my-request-1',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes it safe to send this request again: the first answer is kept for 24 hours and replayed, uncharged. Keys ' +
      'belong to the account and the address. An error frees the key.',
    schema: { type: 'string', minLength: 1, maxLength: KEY_CHARS_MAX, pattern: KEY_FORM.source },
    example: '5f2c8f4e-6f0e-4a53-9b0d-2f3f1f0a7c11',
  },
  AssetId: {
    name: 'asset_id',
    in: 'path',
    required: true,
    schema: assetId,
    example: 'openmoji:1F436',
  },
  QueryId: {
    name: 'query_id',
    in: 'path',
    required: true,
    description: 'Of the answer that the picture was in.',
    schema: { type: 'string' },
    example: 'q_0f3d5a6b7c8e9f00112233445566778a',
  },
  Token: { name: 'token', in: 'path', required: true, schema: { type: 'string' } },
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'One range of bytes, such as `bytes=0-1023`, `bytes=1024-` or `bytes=-512`. Several ranges at once, and what ' +
      'cannot be read, are passed over: the answer is the whole file.',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description: 'An `ETag`: the range counts for that file alone, and of any other the whole is sent.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` that the caller has the file of.',
    schema: { type: 'string' },
  },
  Variant: {
    name: 'v',
    in: 'query',
    description: 'Leave it out for the original.',
    schema: { type: 'string', enum: ['thumb'] },
  },
  Accept: {
    name: 'Accept',
    in: 'header',
    description: 'A thumbnail is WebP for a caller that names `image/webp`, and JPEG for any other.',
    schema: { type: 'string' },
    example: 'image/webp',
  },
};
