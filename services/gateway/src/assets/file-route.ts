import type { Request, RequestHandler, Response } from 'express';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../context.js';
import { callOf } from '../http/call.js';
import { parseAssetId } from './asset-route.js';

const FILE_TIMEOUT_MS = 5_000;
/** Half of the signed address's own life, so that a cached redirect still has time to be followed. */
const REDIRECT_MAX_AGE_S = 300;

/** `GET /v1/asset/{query_id}/{asset_id}`: an image of an answer. The address is a capability and needs no key. */
export function queryFileRoute(
  context: GatewayContext,
): RequestHandler<{ queryId: string; assetId: string }> {
  return async (request, response) => {
    const assetId = parseAssetId(request.params.assetId);
    const isOpen = await context.fileAddresses.opens(request.params.queryId, assetId, new Date());
    if (!isOpen) throw new AppError('file_not_found', 'This address is unknown or has expired.');
    await redirectToFile(request, response, context, assetId);
  };
}

/** `GET /v1/asset/direct/{asset_id}`: any image, for a caller with a key. */
export function directFileRoute(context: GatewayContext): RequestHandler<{ assetId: string }> {
  return async (request, response) => {
    await redirectToFile(request, response, context, parseAssetId(request.params.assetId));
  };
}

async function redirectToFile(
  request: Request,
  response: Response,
  { clients, addresses }: GatewayContext,
  assetId: string,
): Promise<void> {
  const download = await clients.rights.createDownload(
    {
      assetId,
      variant: isThumb(request) ? 'VARIANT_THUMBNAIL' : 'VARIANT_ORIGINAL',
      acceptsWebp: acceptsWebp(request),
    },
    callOf(request, response, FILE_TIMEOUT_MS),
  );
  response.set('Cache-Control', `private, max-age=${REDIRECT_MAX_AGE_S}`);
  response.vary('Accept');
  response
    .status(302)
    .location(download.url ?? `${addresses.baseUrl}/v1/download/${download.token ?? ''}`)
    .end();
}

/** A browser names WebP outright; a client that takes anything is served the older format. */
function acceptsWebp(request: Request): boolean {
  return /\bimage\/webp\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(request.get('Accept') ?? '');
}

function isThumb(request: Request): boolean {
  const { v } = request.query;
  if (v === undefined) return false;
  if (v === 'thumb') return true;
  throw invalid({
    loc: ['query', 'v'],
    msg: 'The only variant is "thumb".',
    type: 'literal_error',
    input: typeof v === 'string' ? v.slice(0, 64) : null,
    ctx: { expected: ['thumb'] },
  });
}
