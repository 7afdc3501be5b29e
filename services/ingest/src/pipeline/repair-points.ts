import type { Asset } from '@imagesearch/contracts/messages';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { AssetFault, catchAssetFailure } from '../asset-failure.js';
import { pixelsOf } from './compare.js';
import { buildPointOnPixels, embedCaption, needsNoPixels } from './embed-asset.js';
import { embedStored } from './refill-index.js';
import type { IngestFailure } from './run-folder.js';
import { runningModel, type Services } from './service-calls.js';
import { writePoints, type ModelPoint } from './write-points.js';

/** Images in work at once. */
const CONCURRENCY = 4;

/**
 * Makes the index hold of these assets what the catalogue says of them now, from their stored files where it has no vectors of
 * their pixels, and nothing of those that are not active. Safe to stop anywhere, and to run twice at once.
 * @returns those whose points could not be made.
 * @throws AppError while a service is away, and `model_mismatch`.
 */
export async function repairPoints(
  assetIds: readonly string[],
  services: Services,
): Promise<IngestFailure[]> {
  const { retrieval, rights, signal } = services;
  const [{ contentVersions: indexed }, { assets }] = await Promise.all([
    retrieval.getPointVersions({ assetIds: [...assetIds] }),
    rights.getAssets({ assetIds: [...assetIds] }),
  ]);
  const active = new Set(assets.map(({ metadata }) => metadata?.assetId));
  const gone = Object.keys(indexed).filter((assetId) => !active.has(assetId));
  if (gone.length > 0) await retrieval.deletePoints({ assetIds: gone });
  if (assets.length === 0) return [];
  const modelFingerprint = await runningModel(services);
  const outcomes = await mapConcurrently(assets, CONCURRENCY, async (asset) => {
    const assetId = asset.metadata?.assetId ?? '';
    const point = () => presentPoint(asset, { indexed: indexed[assetId], modelFingerprint }, services);
    return { assetId, outcome: await catchAssetFailure(point, signal) };
  });
  const entries: ModelPoint[] = [];
  const failed: IngestFailure[] = [];
  for (const { assetId, outcome } of outcomes) {
    if ('point' in outcome) entries.push(outcome);
    else failed.push({ entry: assetId, reason: outcome.reason });
  }
  await writePoints(entries, services);
  return failed;
}

/** @param of `indexed` is the version of its point; undefined without one. */
async function presentPoint(
  asset: Asset,
  { indexed, modelFingerprint }: { indexed: string | undefined; modelFingerprint: string },
  services: Services,
): Promise<ModelPoint> {
  const { metadata, rights } = asset;
  if (metadata === null) throw new AssetFault('the rights service returned no metadata for it');
  const hasPixels = indexed !== undefined && pixelsOf(indexed) === pixelsOf(metadata.contentVersion);
  if (!hasPixels || !needsNoPixels(undefined, metadata))
    return embedStored(asset, modelFingerprint, services);
  const { dimensions } = await services.embedding.describeModel({});
  const caption = await embedCaption(metadata, undefined, modelFingerprint, services);
  return { modelFingerprint, dimensions, point: buildPointOnPixels(metadata, caption, rights) };
}
