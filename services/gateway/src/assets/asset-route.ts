import type { RequestHandler } from 'express';
import { within } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../context.js';
import { callOf } from '../http/call.js';
import { presentAsset } from '../search/present.js';
import { assetIdSchema } from './schemas/asset-id.js';

const LOOKUP_TIMEOUT_MS = 5_000;
/** Whether an asset is indexed is optional, so the answer waits for it only briefly. */
const INDEXED_TIMEOUT_MS = 1_000;

/** `GET /v1/asset/{asset_id}`: the full metadata of one asset, for 0 credits (specification, section 4.3). */
export function assetRoute(context: GatewayContext): RequestHandler<{ assetId: string }> {
  return async (request, response) => {
    const assetId = parseAssetId(request.params.assetId);
    const call = callOf(request, response, LOOKUP_TIMEOUT_MS);
    const [assets, indexed] = await Promise.all([
      context.stages.catalogue.assets([assetId], call),
      isIndexed(context, assetId, within(call, INDEXED_TIMEOUT_MS)),
    ]);
    const [asset] = assets;
    if (!asset)
      throw new AppError('asset_not_found', 'There is no asset of this id.', { ctx: { asset_id: assetId } });
    response.json(presentAsset(asset, indexed, context.addresses));
  };
}

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
  { clients, logger }: GatewayContext,
  assetId: string,
  call: Parameters<typeof clients.retrieval.getPointVersions>[1],
): Promise<boolean | null> {
  try {
    const { contentVersions } = await clients.retrieval.getPointVersions({ assetIds: [assetId] }, call);
    return Object.hasOwn(contentVersions, assetId);
  } catch (error) {
    logger.warn({ err: error, requestId: call.requestId }, 'the index could not be asked about an asset');
    return null;
  }
}
