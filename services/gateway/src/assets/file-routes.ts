import { once } from 'node:events';
import type { Request, Response } from 'express';
import type { ReadDownloadRequestInput } from '@imagesearch/contracts/messages';
import type { RightsClient } from '@imagesearch/contracts/clients';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { callOf } from '../http/request.js';
import { ERRORS_BEHIND, type Faults } from '../operations/answers.js';
import { headerRefs, type HeaderName } from '../operations/headers.js';
import { handled, operation } from '../operations/operation.js';
import { parameter } from '../operations/parameter.js';
import type { Addresses } from './asset-answer.js';
import { catalogueWithin, type Catalogue } from './asset.js';
import type { FileAddresses } from './file-addresses.js';
import type { FileLocations, WantedFile } from './file-locations.js';
import { assetNotFound, parseAssetId } from './operations.js';
import { ASSET_ID, ASSET_ID_FAULTS } from './parameters.js';

const FILE_TIMEOUT_MS = 5_000;
/** Half of the signed address's own life, so that a cached redirect still has time to be followed. */
const REDIRECT_MAX_AGE_S = 300;

const VARIANTS = {
  thumb: 'VARIANT_THUMBNAIL',
  thumb_2x: 'VARIANT_LARGE_THUMBNAIL',
  view: 'VARIANT_VIEW',
  credited: 'VARIANT_CREDITED',
} as const;
type Variant = (typeof VARIANTS)[keyof typeof VARIANTS] | 'VARIANT_ORIGINAL';

const VARIANT = parameter('Variant', {
  name: 'v',
  in: 'query',
  description:
    '`thumb`: at most 400 pixels on the longest edge, a JPEG of a JPEG, else a WebP. `thumb_2x`: the same at most 800 pixels, for screens of twice the density. `view`: a WebP for screens, at most ' +
    '1,600 pixels on the longest edge; for a GIF, the GIF itself. `credited`: the original with its credit line, its licence and the address of its source ' +
    'added to its metadata (XMP, and IPTC in a JPEG), for a file that leaves the page where it was found. Pixels and other ' +
    'metadata stay as they are. An image with delivery `link` has neither `view` nor `credited`. Omit the parameter for the original.',
  schema: { type: 'string', enum: Object.keys(VARIANTS) },
});

const FILE_FAULTS: Faults = { ...ASSET_ID_FAULTS, types: [...ASSET_ID_FAULTS.types, 'literal_error'] };

const REDIRECT = {
  description: 'The file is at `Location`, which is valid for at least 10 minutes.',
  headers: headerRefs(['Location', 'Cache-Control']),
};

/** What finds the file of an image. */
export interface FileParts {
  catalogue: Catalogue;
  fileAddresses: FileAddresses;
  fileLocations: FileLocations;
  addresses: Addresses;
}

type Sent = ReadonlyMap<string, readonly string[]>;

/** The address is a capability and needs no key. */
export const getFileOfAnswer = operation({
  get: '/v1/asset/{query_id}/{asset_id}',
  summary: 'The file of a result',
  description:
    'The `file` and `thumb` addresses of an answer. They need no key. They open only the images of that answer, for ' +
    '24 hours.',
  parameters: [
    parameter('QueryId', {
      name: 'query_id',
      in: 'path',
      required: true,
      description: 'The `query_id` of the answer that contains the image.',
      schema: { type: 'string' },
      example: 'q_0f3d5a6b7c8e9f00112233445566778a',
    }),
    ASSET_ID,
    VARIANT,
  ],
  read: fileWanted,
  answers: { 302: REDIRECT },
  errors: ['file_not_found', 'asset_not_found', ...ERRORS_BEHIND],
  faults: FILE_FAULTS,
  run: async ({ files }: { files: FileParts }, { query_id: queryId, assetId, variant }, { call }) => {
    const assetIds = await files.fileAddresses.find(queryId, assetId, new Date());
    if (!assetIds) throw new AppError('file_not_found', 'This address is unknown or has expired.');
    const answer = { queryId, assetIds };
    return locate(files, { assetId, variant: variant(), answer }, call(FILE_TIMEOUT_MS));
  },
  send: redirectKeptBy('public'),
});

/** Any image, for a caller with a key. */
export const getFile = operation({
  get: '/v1/asset/direct/{asset_id}',
  summary: 'The file of any asset',
  description: 'The `file` and `thumb` addresses of an asset look-up.',
  scope: 'asset',
  parameters: [ASSET_ID, VARIANT],
  read: fileWanted,
  answers: { 302: REDIRECT },
  errors: ['file_not_found', 'asset_not_found', ...ERRORS_BEHIND],
  faults: FILE_FAULTS,
  run: async ({ files }: { files: FileParts }, { assetId, variant }, { by, call }) => {
    if (by.bounds !== null) {
      const catalogue = catalogueWithin(by.bounds, files.catalogue);
      const [asset] = await catalogue.assets([assetId], call(FILE_TIMEOUT_MS));
      if (!asset) throw assetNotFound(assetId);
    }
    const wanted = { assetId, variant: variant(), answer: undefined };
    return locate(files, wanted, call(FILE_TIMEOUT_MS)).catch((error: unknown) => {
      // In the same words for every key.
      throw error instanceof AppError && error.code === 'asset_not_found' ? assetNotFound(assetId) : error;
    });
  },
  send: redirectKeptBy('private'),
});

/** An unknown image comes before an unknown variant of it. */
function fileWanted(sent: Sent, { asset_id }: { asset_id: string }) {
  return { assetId: parseAssetId(asset_id), variant: () => variantIn(sent) };
}

async function locate(
  { fileLocations, addresses }: FileParts,
  wanted: WantedFile,
  call: CallContext,
): Promise<string> {
  const location = await fileLocations.find(wanted, call);
  return 'url' in location ? location.url : `${addresses.baseUrl}/v1/download/${location.token}`;
}

function redirectKeptBy(caches: 'public' | 'private') {
  return (response: Response, location: string): void => {
    response.set('Cache-Control', `${caches}, max-age=${REDIRECT_MAX_AGE_S}`);
    response.status(302).location(location).end();
  };
}

/** @throws AppError `invalid_request` */
function variantIn(sent: Sent): Variant {
  const [v, ...others] = sent.get('v') ?? [];
  if (v === undefined) return 'VARIANT_ORIGINAL';
  if (others.length === 0 && isVariant(v)) return VARIANTS[v];
  throw invalid({
    loc: ['query', 'v'],
    msg: 'The variants are "thumb", "thumb_2x", "view" and "credited".',
    type: 'literal_error',
    input: v.slice(0, 64),
    ctx: { expected: Object.keys(VARIANTS) },
  });
}

function isVariant(text: string): text is keyof typeof VARIANTS {
  return Object.hasOwn(VARIANTS, text);
}

const IMAGE_CONTENT = Object.fromEntries(
  ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].map((type) => [
    type,
    { schema: { type: 'string', contentMediaType: type } },
  ]),
);
const FILE_HEADERS: HeaderName[] = [
  ...(['Cache-Control', 'ETag', 'Accept-Ranges', 'Content-Disposition', 'Content-Credentials'] as const),
];

/** For a large original over a slow connection; the server ends a stalled one long before. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;

/** The bytes behind a signed address, when the file store is not an object store. */
export const download = handled({
  get: '/v1/download/{token}',
  summary: 'The bytes behind a redirect',
  description:
    'The target of a file address if the service keeps the files itself. It works for at least 10 minutes. If the asset is ' +
    'withdrawn, it stops working within 10 seconds; caches may keep a copy for as long as `Cache-Control` says. ' +
    'Do not construct or store such an address.',
  parameters: [
    parameter('Token', { name: 'token', in: 'path', required: true, schema: { type: 'string' } }),
    parameter('Range', {
      name: 'Range',
      in: 'header',
      description:
        'One range of bytes, such as `bytes=0-1023`, `bytes=1024-` or `bytes=-512`. Several ranges, and other ' +
        'forms, are ignored: the answer is then the whole file.',
      schema: { type: 'string' },
      example: 'bytes=0-1023',
    }),
    parameter('IfRange', {
      name: 'If-Range',
      in: 'header',
      description:
        'An `ETag`. If the file has another one, `Range` is ignored and the answer is the whole file.',
      schema: { type: 'string' },
    }),
    parameter('IfNoneMatch', {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of the file that the caller already has.',
      schema: { type: 'string' },
    }),
  ],
  answers: {
    200: { description: 'The file.', headers: headerRefs(FILE_HEADERS), content: IMAGE_CONTENT },
    206: {
      description: 'The part of the file that `Range` requests.',
      headers: headerRefs([...FILE_HEADERS, 'Content-Range']),
      content: IMAGE_CONTENT,
    },
    304: {
      description: 'The file still has the `ETag` of `If-None-Match`.',
      headers: headerRefs(['Cache-Control', 'ETag']),
    },
  },
  errors: ['file_not_found', 'range_not_satisfiable', ...ERRORS_BEHIND],
  handler:
    ({ rights }: { rights: RightsClient }) =>
    async (request: Request<{ token: string }>, response) => {
      const call = callOf(request, response, DOWNLOAD_TIMEOUT_MS);
      const asked: ReadDownloadRequestInput = {
        token: request.params.token,
        headOnly: request.method === 'HEAD',
        ...headersOf(request),
      };
      for await (const { head, chunk } of rights.readDownload(asked, call)) {
        if (head) response.status(head.status).set(head.headers);
        if (chunk) await sendChunk(response, chunk, call);
      }
      response.end();
    },
});

/** Express' own check of `If-None-Match` sends a file again with `Cache-Control: no-cache`. Only GET has ranges. */
function headersOf(request: Request<{ token: string }>) {
  const [range, ifRange, ifNoneMatch] = ['Range', 'If-Range', 'If-None-Match'].map((name) =>
    request.get(name),
  );
  return {
    ...(request.method === 'GET' && range !== undefined && { range }),
    ...(ifRange !== undefined && { ifRange }),
    ...(ifNoneMatch !== undefined && { ifNoneMatch }),
  };
}

/** Writes one chunk, and waits while the client reads more slowly than the store answers. */
async function sendChunk(response: Response, chunk: Buffer, { signal }: CallContext): Promise<void> {
  if (response.write(chunk)) return;
  try {
    await once(response, 'drain', { signal });
  } catch (error) {
    throw new AppError('cancelled', 'The client closed the connection.', { cause: error });
  }
}
