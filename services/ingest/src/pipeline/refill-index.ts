import type { Asset, AssetMetadata, Dimensions, RightsInput } from '@imagesearch/contracts/messages';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { AssetFault, catchAssetFailure } from '../asset-failure.js';
import { buildPoint, buildPointOnPixels, embedAsset } from './embed-asset.js';
import { openStored } from './open-image.js';
import { writePoints, type ModelPoint } from './write-points.js';
import type { IngestFailure } from './run-folder.js';
import { callWithRetry, type Services } from './service-calls.js';
import { storedAssets, type StoredVersion } from './stored-assets.js';

/** Comparing and building the new index takes longer the larger the index is. */
const PUBLISH_TIMEOUT_MS = 24 * 3_600_000;
const BATCH_ASSETS = 64;
const CONCURRENCY = 4;

interface RefillIndexOptions {
  /** Publishes although images failed that the present index serves; the new index does not serve them. */
  allowMissing: boolean;
  onProgress: (done: number, total: number) => void;
  onFailure: (failure: IngestFailure) => void;
}

/**
 * Fills a new index with the model that the embedding service runs, from the catalogue, and publishes it. The vectors come from
 * the present index where it is of this model, and from the stored images otherwise. Safe to stop anywhere and to run again.
 */
export async function refillIndex(
  services: Services,
  options: RefillIndexOptions,
): Promise<{ points: number }> {
  const { retrieval, rights, signal } = services;
  const { assets: total } = await rights.countAssets({});
  const { fingerprint: modelFingerprint, dimensions } = await services.embedding.describeModel({});
  // Continues the rebuild that an interrupted run began.
  const { rebuildId } = await retrieval.startRebuild({ modelFingerprint, dimensions });
  const present = await retrieval.describeIndex({ approximate: true });
  const hasVectors = present.modelFingerprint === modelFingerprint;
  const rebuild = { services, rebuildId, modelFingerprint, dimensions, hasVectors };
  const active = { state: 'ASSET_STATE_ACTIVE', pageAssets: BATCH_ASSETS } as const;
  const failed = new Set<string>();
  // The second time for what was ingested or edited meanwhile.
  for (let round = 0; round < 2; round += 1) {
    let done = 0;
    for await (const page of storedAssets(services, active)) {
      signal.throwIfAborted();
      const wanted = page.filter(({ assetId }) => !failed.has(assetId));
      await fillPage(wanted, rebuild, (failure) => {
        failed.add(failure.entry);
        options.onFailure(failure);
      });
      done += page.length;
      options.onProgress(done, Math.max(done, total));
    }
  }
  await deleteWithdrawn(rebuild);
  await services.clients.retrieval.publishRebuild(
    { rebuildId, allowMissing: options.allowMissing },
    detachedCall(PUBLISH_TIMEOUT_MS, signal),
  );
  const { points } = await retrieval.describeIndex({});
  return { points };
}

interface Rebuild {
  services: Services;
  rebuildId: string;
  modelFingerprint: string;
  dimensions: Dimensions | null;
  /** Whether the present index is of the same model. */
  hasVectors: boolean;
}

/** Writes the assets of a page that the new index does not hold yet. */
async function fillPage(
  page: readonly StoredVersion[],
  rebuild: Rebuild,
  onFailure: RefillIndexOptions['onFailure'],
): Promise<void> {
  const { services, rebuildId, modelFingerprint, hasVectors } = rebuild;
  const missing = await lackingIn(rebuildId, page, rebuild);
  if (missing.length === 0) return;
  const unknown = hasVectors ? await lackingIn('', missing, rebuild) : missing;
  const embedded = new Set(unknown.map(({ assetId }) => assetId));
  const { assets } = await services.rights.getAssets({ assetIds: missing.map(({ assetId }) => assetId) });
  const outcomes = await mapConcurrently(assets, CONCURRENCY, async (asset) => ({
    asset,
    outcome: await catchAssetFailure(
      () =>
        embedded.has(asset.metadata?.assetId ?? '')
          ? embedStored(asset, modelFingerprint, services)
          : onPixels(asset, rebuild),
      services.signal,
    ),
  }));
  const entries: ModelPoint[] = [];
  for (const { asset, outcome } of outcomes) {
    if ('point' in outcome) entries.push(outcome);
    else onFailure({ entry: asset.metadata?.assetId ?? '', reason: outcome.reason });
  }
  await writePoints(entries, services, rebuildId);
}

/** Those that an index does not hold in this version. @param rebuildId Empty for the one that serves. */
async function lackingIn(
  rebuildId: string,
  page: readonly StoredVersion[],
  { services }: Rebuild,
): Promise<StoredVersion[]> {
  const indexed = await versionsIn(rebuildId, page, services);
  return page.filter(({ assetId, contentVersion }) => indexed[assetId] !== contentVersion);
}

/** The point of an asset whose vectors the present index has. */
function onPixels(
  { metadata, rights }: Asset,
  { modelFingerprint, dimensions }: Rebuild,
): Promise<ModelPoint> {
  if (metadata === null) throw new AssetFault('the rights service returned no metadata for it');
  const point = buildPointOnPixels(metadata, null, rights);
  return Promise.resolve({ modelFingerprint, dimensions, point });
}

/** The point of an asset, from its stored file. @throws AssetFault or AppError */
export async function embedStored(
  asset: Pick<Asset, 'metadata'> & { rights: RightsInput | null },
  modelFingerprint: string,
  services: Services,
): Promise<ModelPoint> {
  const { metadata, rights } = asset;
  if (metadata === null) throw new AssetFault('the rights service returned no metadata for it');
  const file = await storedImage(metadata, services);
  const embedded = await embedAsset(await openStored(file, services.signal), metadata, services);
  if (embedded.image.fingerprint !== modelFingerprint)
    throw new AppError('model_mismatch', 'The embedding model changed during the run; run it again.');
  // For a linked asset only the thumbnail is stored; signals measured on the original are better.
  const signals = { ...embedded.image.signals, ...(metadata.delivery === 'link' && metadata.signals) };
  const { dimensions } = embedded.image;
  return { modelFingerprint, dimensions, point: buildPoint(metadata, embedded, { signals, rights }) };
}

/** An asset may have been withdrawn after it was read and before its point was written. */
async function deleteWithdrawn({ services, rebuildId }: Rebuild): Promise<void> {
  const withdrawn = { state: 'ASSET_STATE_WITHDRAWN', pageAssets: BATCH_ASSETS } as const;
  for await (const page of storedAssets(services, withdrawn)) {
    const assetIds = Object.keys(await versionsIn(rebuildId, page, services));
    if (assetIds.length > 0) await services.retrieval.deletePoints({ assetIds });
  }
}

async function versionsIn(
  rebuildId: string,
  page: readonly StoredVersion[],
  { retrieval }: Services,
): Promise<Readonly<Record<string, string>>> {
  const assetIds = page.map(({ assetId }) => assetId);
  return (await retrieval.getPointVersions({ assetIds, rebuildId })).contentVersions;
}

const READ_TIMEOUT_MS = 60_000;

/** The original, or the larger thumbnail of a linked asset. @throws AssetFault or AppError */
async function storedImage(
  { assetId, delivery }: AssetMetadata,
  { clients: { rights }, signal, retries }: Services,
): Promise<Buffer> {
  const variant = delivery === 'link' ? 'VARIANT_LARGE_THUMBNAIL' : 'VARIANT_ORIGINAL';
  const read = async (call: CallContext): Promise<Buffer> => {
    const { downloads } = await rights.createDownload({ assetIds: [assetId], variant, asToken: true }, call);
    const token = downloads[0]?.token ?? '';
    const chunks: Buffer[] = [];
    for await (const { chunk } of rights.readDownload({ token }, call))
      if (chunk !== undefined) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  return callWithRetry(read, { signal, retries }, READ_TIMEOUT_MS);
}
