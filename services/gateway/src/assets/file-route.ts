import type { Request, RequestHandler, Response } from 'express';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../context.js';
import { callOf } from '../http/call.js';
import { parametersOf } from '../http/parameters.js';
import { parseAssetId } from './asset-route.js';
import type { WantedFile } from './file-locations.js';

const FILE_TIMEOUT_MS = 5_000;
/** Half of the signed address's own life, so that a cached redirect still has time to be followed. */
const REDIRECT_MAX_AGE_S = 300;

/** `GET /v1/asset/{query_id}/{asset_id}`: an image of an answer. The address is a capability and needs no key. */
export function queryFileRoute(
  context: GatewayContext,
): RequestHandler<{ queryId: string; assetId: string }> {
  return async (request, response) => {
    const assetId = parseAssetId(request.params.assetId);
    const answer = await context.fileAddresses.find(request.params.queryId, assetId, new Date());
    if (!answer) throw new AppError('file_not_found', 'This address is unknown or has expired.');
    await redirectToFile(request, response, context, { assetId, siblingIds: answer, keptBy: 'public' });
  };
}

/** `GET /v1/asset/direct/{asset_id}`: any image, for a caller with a key. */
export function directFileRoute(context: GatewayContext): RequestHandler<{ assetId: string }> {
  return async (request, response) => {
    const assetId = parseAssetId(request.params.assetId);
    await redirectToFile(request, response, context, { assetId, siblingIds: [], keptBy: 'private' });
  };
}

async function redirectToFile(
  request: Request,
  response: Response,
  { fileLocations, addresses }: GatewayContext,
  { keptBy, ...file }: Pick<WantedFile, 'assetId' | 'siblingIds'> & { keptBy: 'public' | 'private' },
): Promise<void> {
  const wanted = { ...file, variant: variantOf(request), acceptsWebp: acceptsWebp(request) };
  const location = await fileLocations.find(wanted, callOf(request, response, FILE_TIMEOUT_MS));
  response.set('Cache-Control', `${keptBy}, max-age=${REDIRECT_MAX_AGE_S}`);
  response.vary('Accept');
  response
    .status(302)
    .location('url' in location ? location.url : `${addresses.baseUrl}/v1/download/${location.token}`)
    .end();
}

/** A browser names WebP outright; a client that takes anything is served the older format. */
function acceptsWebp(request: Request): boolean {
  return /\bimage\/webp\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(request.get('Accept') ?? '');
}

const VARIANTS = { thumb: 'VARIANT_THUMBNAIL', credited: 'VARIANT_CREDITED' } as const;

function variantOf(request: Request): (typeof VARIANTS)[keyof typeof VARIANTS] | 'VARIANT_ORIGINAL' {
  const [v, ...others] = parametersOf(request).get('v') ?? [];
  if (v === undefined) return 'VARIANT_ORIGINAL';
  if (others.length === 0 && (v === 'thumb' || v === 'credited')) return VARIANTS[v];
  throw invalid({
    loc: ['query', 'v'],
    msg: 'The variants are "thumb" and "credited".',
    type: 'literal_error',
    input: v.slice(0, 64),
    ctx: { expected: Object.keys(VARIANTS) },
  });
}
