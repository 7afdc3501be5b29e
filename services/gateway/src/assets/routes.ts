import { once } from 'node:events';
import type { Request, RequestHandler, Response } from 'express';
import type { ReadDownloadRequestInput } from '@imagesearch/contracts/messages';
import type { RetrievalClient, RightsClient } from '@imagesearch/contracts/clients';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { credit } from '@imagesearch/sdk';
import { callOf, parametersOf } from '../http/request.js';
import type { Bounds } from '../keys/bounds.js';
import { presentAsset, type Addresses } from './asset-answer.js';
import { assetIdSchema, catalogueWithin, type Catalogue } from './asset.js';
import { collectionReader } from './collection.js';
import type { FileAddresses } from './file-addresses.js';
import type { FileLocations, WantedFile } from './file-locations.js';
import { readUse } from '../keys/use.js';

const LOOKUP_TIMEOUT_MS = 5_000;
/** Whether an asset is indexed is optional, so the answer waits for it only briefly. */
const INDEXED_TIMEOUT_MS = 1_000;

/** What the routes of assets use. */
export interface AssetParts {
  /** Of the key of an admitted request; null for a key that may see all images. */
  boundsOf: (response: Response) => Bounds | null;
  /** The collection of the images that an account adds; null for a key that may add none. */
  uploadsOf: (response: Response) => string | null;
  catalogue: Catalogue;
  retrieval: RetrievalClient;
  rights: RightsClient;
  fileAddresses: FileAddresses;
  fileLocations: FileLocations;
  addresses: Addresses;
  logger: Logger;
}

/** `GET /v1/asset/{asset_id}`: the full metadata of one asset, for 0 credits (specification, section 4.3). */
export function assetRoute(parts: AssetParts): RequestHandler<{ assetId: string }> {
  return async (request, response) => {
    const assetId = parseAssetId(request.params.assetId);
    const use = readUse(parametersOf(request));
    const call = callOf(request, response, LOOKUP_TIMEOUT_MS);
    const catalogue = catalogueWithin(parts.boundsOf(response), parts.catalogue);
    const [asset] = await catalogue.assets([assetId], call);
    if (!asset) throw assetNotFound(assetId);
    // Only of an image that the caller sees: the index answers later for one that it has.
    const indexed = await isIndexed(parts, assetId, within(call, INDEXED_TIMEOUT_MS));
    const answer = presentAsset(asset, indexed, use, parts.addresses);
    response.vary('Accept');
    if (request.accepts([JSON_TYPE, JSON_LD_TYPE]) === JSON_LD_TYPE)
      response.type(JSON_LD_TYPE).send(credit(answer, 'json-ld'));
    else response.json(answer);
  };
}

export function assetNotFound(assetId: string): AppError {
  return new AppError('asset_not_found', 'There is no asset of this id.', { ctx: { asset_id: assetId } });
}

const JSON_TYPE = 'application/json';
const JSON_LD_TYPE = 'application/ld+json';

/** @throws AppError `invalid_request` when a path does not hold `<source>:<id>`. */
export function parseAssetId(text: string): string {
  const result = assetIdSchema.safeParse(text);
  if (result.success) return result.data;
  throw invalid({
    loc: ['path', 'asset_id'],
    msg: 'Expected <source>:<id>.',
    type: 'string_pattern_mismatch',
    input: text.slice(0, 200),
  });
}

/** Null while the retrieval service cannot say. */
async function isIndexed(
  { retrieval, logger }: AssetParts,
  assetId: string,
  call: CallContext,
): Promise<boolean | null> {
  try {
    const { contentVersions } = await retrieval.getPointVersions({ assetIds: [assetId] }, call);
    return Object.hasOwn(contentVersions, assetId);
  } catch (error) {
    logger.warn({ err: error, requestId: call.requestId }, 'the index could not be asked about an asset');
    return null;
  }
}

/** `GET /v1/collection`: how many images there are, and what they show. Free. */
export function collectionRoute(parts: AssetParts): RequestHandler {
  const read = collectionReader(parts);
  return async (_request, response) => {
    response.json({ ...(await read(parts.boundsOf(response))), uploads: parts.uploadsOf(response) });
  };
}

const FILE_TIMEOUT_MS = 5_000;
/** Half of the signed address's own life, so that a cached redirect still has time to be followed. */
const REDIRECT_MAX_AGE_S = 300;

/** `GET /v1/asset/{query_id}/{asset_id}`: an image of an answer. The address is a capability and needs no key. */
export function queryFileRoute(parts: AssetParts): RequestHandler<{ queryId: string; assetId: string }> {
  return async (request, response) => {
    const assetId = parseAssetId(request.params.assetId);
    const { queryId } = request.params;
    const assetIds = await parts.fileAddresses.find(queryId, assetId, new Date());
    if (!assetIds) throw new AppError('file_not_found', 'This address is unknown or has expired.');
    const file = { assetId, answer: { queryId, assetIds } };
    await redirectToFile(request, response, parts, { ...file, keptBy: 'public' });
  };
}

/** `GET /v1/asset/direct/{asset_id}`: any image, for a caller with a key. */
export function directFileRoute(parts: AssetParts): RequestHandler<{ assetId: string }> {
  return async (request, response) => {
    const assetId = parseAssetId(request.params.assetId);
    const bounds = parts.boundsOf(response);
    if (bounds !== null) {
      const call = callOf(request, response, FILE_TIMEOUT_MS);
      const [asset] = await catalogueWithin(bounds, parts.catalogue).assets([assetId], call);
      if (!asset) throw assetNotFound(assetId);
    }
    await redirectToFile(request, response, parts, { assetId, answer: undefined, keptBy: 'private' }).catch(
      (error: unknown) => {
        // In the same words for every key.
        throw error instanceof AppError && error.code === 'asset_not_found' ? assetNotFound(assetId) : error;
      },
    );
  };
}

async function redirectToFile(
  request: Request,
  response: Response,
  { fileLocations, addresses }: AssetParts,
  { keptBy, ...file }: Pick<WantedFile, 'assetId' | 'answer'> & { keptBy: 'public' | 'private' },
): Promise<void> {
  const wanted = { ...file, variant: variantOf(request) };
  const location = await fileLocations.find(wanted, callOf(request, response, FILE_TIMEOUT_MS));
  response.set('Cache-Control', `${keptBy}, max-age=${REDIRECT_MAX_AGE_S}`);
  response
    .status(302)
    .location('url' in location ? location.url : `${addresses.baseUrl}/v1/download/${location.token}`)
    .end();
}

const VARIANTS = {
  thumb: 'VARIANT_THUMBNAIL',
  view: 'VARIANT_VIEW',
  credited: 'VARIANT_CREDITED',
} as const;

function variantOf(request: Request): (typeof VARIANTS)[keyof typeof VARIANTS] | 'VARIANT_ORIGINAL' {
  const [v, ...others] = parametersOf(request).get('v') ?? [];
  if (v === undefined) return 'VARIANT_ORIGINAL';
  if (others.length === 0 && isVariant(v)) return VARIANTS[v];
  throw invalid({
    loc: ['query', 'v'],
    msg: 'The variants are "thumb", "view" and "credited".',
    type: 'literal_error',
    input: v.slice(0, 64),
    ctx: { expected: Object.keys(VARIANTS) },
  });
}

function isVariant(text: string): text is keyof typeof VARIANTS {
  return Object.hasOwn(VARIANTS, text);
}

/** For a large original over a slow connection; the server ends a stalled one long before. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;

/** `GET /v1/download/{token}`: the bytes behind a signed address, when the file store is not an object store. */
export function downloadRoute(rights: RightsClient): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const call = callOf(request, response, DOWNLOAD_TIMEOUT_MS);
    const asked: ReadDownloadRequestInput = {
      token: request.params.token,
      headOnly: request.method === 'HEAD',
      ...headersOf(request),
    };
    for await (const { head, chunk } of rights.readDownload(asked, call)) {
      if (head) response.status(head.status).set(head.headers);
      if (chunk) await send(response, chunk, call);
    }
    response.end();
  };
}

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
async function send(response: Response, chunk: Buffer, { signal }: CallContext): Promise<void> {
  if (response.write(chunk)) return;
  try {
    await once(response, 'drain', { signal });
  } catch (error) {
    throw new AppError('cancelled', 'The client closed the connection.', { cause: error });
  }
}
