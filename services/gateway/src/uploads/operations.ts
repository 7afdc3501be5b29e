import { presentAsset, type Addresses } from '../assets/asset-answer.js';
import type { Asset } from '../assets/asset.js';
import {
  ASSET,
  assetAnswer,
  assetNotFound,
  etagOf,
  parseAssetId,
  type VersionedAnswer,
} from '../assets/operations.js';
import { ASSET_ID, ASSET_ID_FAULTS } from '../assets/parameters.js';
import { EDIT_BODY_BYTES_MAX, UPLOAD_BODY_BYTES_MAX } from '../http/body-limit.js';
import { BODY_FAULTS } from '../http/errors.js';
import { ERRORS_BEHIND } from '../operations/answers.js';
import { headerRefs } from '../operations/headers.js';
import { operation } from '../operations/operation.js';
import { parameter } from '../operations/parameter.js';
import { requestSchema } from '../operations/schemas.js';
import { editSchema, uploadSchema, type Uploads } from './uploads.js';

/** Of the wait for others; work that has begun takes its own time. */
const TIMEOUT_MS = 60_000;

export interface UploadParts {
  uploads: Uploads;
  addresses: Addresses;
}

const UPLOAD_FAULTS = [
  'base64_invalid',
  'image_too_large',
  'image_format',
  'image_too_many_pixels',
  'image_unreadable',
  'image_too_complex',
  'image_removed',
  'value_error',
] as const;

/** A whole PNG of 32 pixels, so that the example can be sent. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAAA1BMVEXAOSuU7d9gAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQ4y2NgGAWjYBSMAuwAAAQgAAFWu83mAAAAAElFTkSuQmCC';

export const addAsset = operation({
  post: '/v1/asset',
  summary: 'Add an image',
  description:
    'Adds an image to the collection `uploads` of `GET /v1/collection`. Searches of every key without bounds find it when the ' +
    'answer arrives. The same bytes are the same asset: sent again, what is said now replaces what was said. The place ' +
    'where the image was taken is cut out of the file. Costs nothing.',
  scope: 'ingest',
  body: {
    schema: requestSchema('Upload', uploadSchema),
    limit: () => ({ bytesMax: UPLOAD_BODY_BYTES_MAX }),
    examples: {
      image: {
        value: {
          image_base64: RED_SQUARE,
          file_name: 'red.png',
          title: 'Red square',
          tags: ['red', 'square'],
          creator: 'Ada Martin',
          license: 'CC BY 4.0',
        },
      },
    },
  },
  answers: {
    200: assetAnswer('The account had added this image before.'),
    201: assetAnswer('The new asset.'),
  },
  errors: [...ERRORS_BEHIND, 'model_mismatch'],
  faults: {
    types: [...BODY_FAULTS, ...UPLOAD_FAULTS],
    example: {
      loc: ['body', 'image_base64'],
      msg: 'The image cannot be read: it is damaged or cut off.',
      type: 'value_error',
      input: null,
      ctx: {},
    },
  },
  run: async ({ uploads, addresses }: UploadParts, body, { by, call }) => {
    const { asset, isNew } = await uploads.add(by, body, call(TIMEOUT_MS));
    return { isNew, ...versioned(asset, addresses) };
  },
  send: (response, { isNew, answer, etag }) =>
    response
      .status(isNew ? 201 : 200)
      .set('ETag', etag)
      .json(answer),
});

export const editAsset = operation({
  patch: '/v1/asset/{asset_id}',
  client: { method: 'edit' },
  summary: 'Change what is said of an image',
  description:
    'Only of an image that the account has added. Its file stays as it is. Searches follow when the answer arrives. Edits of ' +
    'different fields at the same moment all hold. With `If-Match`, an edit of what somebody else has changed meanwhile is ' +
    'refused. Costs nothing.',
  scope: 'ingest',
  parameters: [
    ASSET_ID,
    parameter('IfMatch', {
      name: 'If-Match',
      in: 'header',
      description: 'The `ETag` of the image as it was read. If it has another one, nothing is changed: 412.',
      schema: { type: 'string' },
      example: '"a1b2c3d4e5f6.0f1e2d3c4b5a"',
    }),
  ],
  body: {
    schema: requestSchema('Edit', editSchema),
    limit: () => ({ bytesMax: EDIT_BODY_BYTES_MAX }),
    examples: { license: { value: { license: 'CC0 1.0', creator: null } } },
  },
  answers: { 200: ASSET },
  errors: ['asset_not_found', 'version_mismatch', ...ERRORS_BEHIND, 'model_mismatch'],
  faults: { ...ASSET_ID_FAULTS, types: [...ASSET_ID_FAULTS.types, ...BODY_FAULTS] },
  read: (sent, path, { 'if-match': ifMatch }) => ({ ...idIn(sent, path), isRead: versionTest(ifMatch) }),
  run: async ({ uploads, addresses }: UploadParts, { asset_id: assetId, isRead, ...edit }, { by, call }) => {
    const asset = await uploads.edit(by, assetId, { edit, isRead }, call(TIMEOUT_MS));
    if (!asset) throw assetNotFound(assetId);
    return versioned(asset, addresses);
  },
  send: (response, { answer, etag }) => response.set('ETag', etag).json(answer),
});

/** Undefined where any version will do. A proxy that compresses answers makes a tag weak. */
function versionTest(ifMatch: string | undefined): ((contentVersion: string) => boolean) | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return (contentVersion) => tags.includes(etagOf(contentVersion));
}

const versioned = (asset: Asset, addresses: Addresses): VersionedAnswer => ({
  answer: presentAsset(asset, true, undefined, addresses),
  etag: etagOf(asset.contentVersion),
});

export const deleteAsset = operation({
  delete: '/v1/asset/{asset_id}',
  client: {
    method: 'remove',
    hint: 'Where the answer to a deletion is lost, the next attempt may fail with `asset_not_found`.',
  },
  summary: 'Delete an image',
  description:
    'Only an image that the account has added. It is deleted for good, with its files, and may be added again. Costs nothing.',
  scope: 'ingest',
  parameters: [ASSET_ID],
  answers: { 204: { description: 'It is deleted.', headers: headerRefs(['Cache-Control']) } },
  errors: ['asset_not_found', ...ERRORS_BEHIND],
  faults: ASSET_ID_FAULTS,
  read: idIn,
  run: async ({ uploads }: UploadParts, { asset_id: assetId }, { by, call }) => {
    if (!(await uploads.remove(by, assetId, call(TIMEOUT_MS)))) throw assetNotFound(assetId);
  },
});

function idIn(_sent: unknown, { asset_id }: { asset_id: string }): { asset_id: string } {
  return { asset_id: parseAssetId(asset_id) };
}
