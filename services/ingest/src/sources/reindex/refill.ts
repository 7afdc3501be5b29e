import type { Asset, PointInput } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { IngestClients } from '../../clients.js';
import { ItemFault } from '../../pipeline/item-fault.js';
import { embedAsset } from '../../pipeline/embed-asset.js';
import { embeddingCopy } from '../../pipeline/embedding-copy.js';
import type { IngestFailure } from '../../runs/report.js';
import { storedImage } from './stored-image.js';
import { AppError } from '@imagesearch/service-kit/errors';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { itemFailureOf } from '../../pipeline/item-failure.js';
import { callWithRetry } from '../../pipeline/call-with-retry.js';

const CALL_TIMEOUT_MS = 30_000;
/** Comparing and building the new index takes as long as the index is large. */
const PUBLISH_TIMEOUT_MS = 24 * 3_600_000;
const BATCH_ASSETS = 64;
/** Images in flight at once. */
const CONCURRENCY = 4;

export interface RefillOptions {
  signal: AbortSignal;
  /** Publishes although images failed that are served now: they will be served no longer. */
  allowMissing: boolean;
  onProgress: (progress: { done: number; total: number }) => void;
  onFailure: (failure: IngestFailure) => void;
}

/**
 * Fills a new index with the model that the embedding service runs, from the images and words that the rights
 * service keeps, and puts it in the place of the one that serves. No source is asked. Safe to stop anywhere and to run
 * again: what the new index holds already is passed over.
 */
export async function refill(clients: IngestClients, options: RefillOptions): Promise<{ points: number }> {
  const { embedding, retrieval, rights } = clients;
  const { signal } = options;
  const patience = { timeoutMs: CALL_TIMEOUT_MS, signal };
  const [model, { assets: total }] = await Promise.all([
    callWithRetry((call) => embedding.describeModel({}, call), patience),
    callWithRetry((call) => rights.countAssets({}, call), patience),
  ]);
  const { rebuildId } = await callWithRetry(
    (call) =>
      retrieval.startRebuild(
        { modelFingerprint: model.fingerprint, dimensions: model.imageDimensions },
        call,
      ),
    patience,
  );
  const filling: Filling = { clients, signal, rebuildId, modelFingerprint: model.fingerprint, options };
  let done = 0;
  for await (const page of assetsIn('ASSET_STATE_ACTIVE', filling)) {
    await fill(page, filling);
    done += page.length;
    options.onProgress({ done, total: Math.max(done, total) });
  }
  await dropWithdrawn(filling);
  await retrieval.publishRebuild(
    { rebuildId, allowMissing: options.allowMissing },
    detachedCall(PUBLISH_TIMEOUT_MS, signal),
  );
  const { points } = await callWithRetry((call) => retrieval.describeIndex({}, call), patience);
  return { points };
}

interface Filling {
  clients: IngestClients;
  signal: AbortSignal;
  rebuildId: string;
  modelFingerprint: string;
  options: RefillOptions;
}

interface StoredVersion {
  assetId: string;
  contentVersion: string;
}

async function* assetsIn(
  state: 'ASSET_STATE_ACTIVE' | 'ASSET_STATE_WITHDRAWN',
  { clients: { rights }, signal }: Filling,
): AsyncGenerator<StoredVersion[]> {
  let cursor = '';
  do {
    const page = await callWithRetry(
      (call) => rights.listAssets({ states: [state], cursor, limit: BATCH_ASSETS }, call),
      { timeoutMs: CALL_TIMEOUT_MS, signal },
    );
    if (page.assets.length > 0) yield page.assets;
    cursor = page.nextCursor;
  } while (cursor !== '');
}

/** Embeds those of a page that the new index does not hold yet. */
async function fill(page: readonly StoredVersion[], filling: Filling): Promise<void> {
  const { clients, signal, rebuildId, modelFingerprint, options } = filling;
  signal.throwIfAborted();
  const patience = { timeoutMs: CALL_TIMEOUT_MS, signal };
  const assetIds = page.map(({ assetId }) => assetId);
  const { contentVersions } = await callWithRetry(
    (call) => clients.retrieval.getPointVersions({ assetIds, rebuildId }, call),
    patience,
  );
  const missing = page.filter(({ assetId, contentVersion }) => contentVersions[assetId] !== contentVersion);
  if (missing.length === 0) return;
  const { assets } = await callWithRetry(
    (call) => clients.rights.getAssets({ assetIds: missing.map(({ assetId }) => assetId) }, call),
    patience,
  );
  const made = await mapConcurrently(assets, CONCURRENCY, (asset) => pointOrFailure(asset, filling));
  const points: PointInput[] = [];
  for (const point of made) {
    if ('reason' in point) options.onFailure(point);
    else points.push(point);
  }
  if (points.length === 0) return;
  await callWithRetry(
    (call) => clients.retrieval.upsertPoints({ modelFingerprint, points, rebuildId }, call),
    patience,
  );
}

/** An image that cannot be embedded is reported; a service that stays unavailable, or another model, ends the run. */
async function pointOrFailure(asset: Asset, filling: Filling): Promise<PointInput | IngestFailure> {
  try {
    return await pointOf(asset, filling);
  } catch (error) {
    const reason = itemFailureOf(error, filling.signal);
    if (reason === undefined) throw error;
    return { item: asset.metadata?.assetId ?? '', reason };
  }
}

async function pointOf(asset: Asset, { clients, signal, modelFingerprint }: Filling): Promise<PointInput> {
  const { metadata, rights, source } = asset;
  if (metadata === null) throw new ItemFault('the rights service answered nothing of it');
  const file = await storedImage(asset, clients, signal);
  const { image: copy } = await embeddingCopy(file);
  const { image, caption } = await embedAsset(copy, metadata, clients, signal);
  if (image.fingerprint !== modelFingerprint)
    throw new AppError('model_mismatch', 'The embedding model changed during the run; run it again.');
  const { assetId, contentVersion, title, tags, description, aiGenerated } = metadata;
  return {
    assetId,
    contentVersion,
    image: image.vector,
    caption,
    title,
    tags,
    description,
    source,
    aiGenerated,
    // What was read of the original counts more than what a thumbnail shows of it.
    signals: { ...image.signals, ...(metadata.delivery === 'link' && metadata.signals) },
    rights,
  };
}

/** An asset may have been withdrawn between its reading and its writing. */
async function dropWithdrawn(filling: Filling): Promise<void> {
  const { clients, signal, rebuildId } = filling;
  const patience = { timeoutMs: CALL_TIMEOUT_MS, signal };
  for await (const page of assetsIn('ASSET_STATE_WITHDRAWN', filling)) {
    const assetIds = page.map(({ assetId }) => assetId);
    const { contentVersions } = await callWithRetry(
      (call) => clients.retrieval.getPointVersions({ assetIds, rebuildId }, call),
      patience,
    );
    const left = Object.keys(contentVersions);
    if (left.length > 0)
      await callWithRetry((call) => clients.retrieval.deletePoints({ assetIds: left }, call), patience);
  }
}
