import type { Asset, DescribeModelResponse } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import type { IngestClients } from '@imagesearch/contracts/clients';
import type { JournalledPoint } from '../runs/journal.js';
import type { IngestFailure } from '../runs/report.js';
import { storedAssets, type StoredVersion } from '../sources/reindex/stored-assets.js';
import { storedImage } from '../sources/reindex/stored-image.js';
import { AssetFault } from './asset-fault.js';
import { catchAssetFailure } from './asset-failure.js';
import { buildPoint } from './build-point.js';
import { callWithRetry } from './call-with-retry.js';
import { embedAsset } from './embed-asset.js';
import { readyModel } from './ready-model.js';
import { writePoints } from './write-points.js';

const CALL_TIMEOUT_MS = 30_000;
/** Comparing and building the new index takes longer the larger the index is. */
const PUBLISH_TIMEOUT_MS = 24 * 3_600_000;
const BATCH_ASSETS = 64;
const CONCURRENCY = 4;

export interface RefillIndexOptions {
  signal: AbortSignal;
  /** Publishes although images failed that the present index serves; the new index does not serve them. */
  allowMissing: boolean;
  onProgress: (progress: { done: number; total: number }) => void;
  onFailure: (failure: IngestFailure) => void;
  /** Called while the embedding service loads its model, with what it is doing. */
  onWaitingForModel?: (detail: string) => void;
}

/**
 * Fills a new index with the model that the embedding service runs, from the catalogue and its stored images, and
 * publishes it. Safe to stop anywhere and to run again.
 */
export async function refillIndex(
  clients: IngestClients,
  options: RefillIndexOptions,
): Promise<{ points: number }> {
  const { retrieval, rights } = clients;
  const { signal } = options;
  const callOptions = { timeoutMs: CALL_TIMEOUT_MS, signal };
  const { assets: total } = await callWithRetry((call) => rights.countAssets({}, call), callOptions);
  const model = await readyModel(clients, { signal, onWaiting: options.onWaitingForModel });
  const rebuild = await startRebuild(clients, model, signal);
  let done = 0;
  const active = { state: 'ASSET_STATE_ACTIVE', pageAssets: BATCH_ASSETS } as const;
  for await (const page of storedAssets(clients, active, signal)) {
    signal.throwIfAborted();
    await fillPage(page, rebuild, options.onFailure);
    done += page.length;
    options.onProgress({ done, total: Math.max(done, total) });
  }
  await deleteWithdrawn(rebuild);
  await retrieval.publishRebuild(
    { rebuildId: rebuild.rebuildId, allowMissing: options.allowMissing },
    detachedCall(PUBLISH_TIMEOUT_MS, signal),
  );
  const { points } = await callWithRetry((call) => retrieval.describeIndex({}, call), callOptions);
  return { points };
}

interface Rebuild {
  clients: IngestClients;
  signal: AbortSignal;
  rebuildId: string;
  modelFingerprint: string;
}

/** Starts the rebuild for the running model, or continues the one that an interrupted run began. */
async function startRebuild(
  clients: IngestClients,
  { fingerprint: modelFingerprint, dimensions }: DescribeModelResponse,
  signal: AbortSignal,
): Promise<Rebuild> {
  const callOptions = { timeoutMs: CALL_TIMEOUT_MS, signal };
  const { rebuildId } = await callWithRetry(
    (call) => clients.retrieval.startRebuild({ modelFingerprint, dimensions }, call),
    callOptions,
  );
  return { clients, signal, rebuildId, modelFingerprint };
}

/** Embeds the assets of a page that the new index does not hold yet. */
async function fillPage(
  page: readonly StoredVersion[],
  rebuild: Rebuild,
  onFailure: RefillIndexOptions['onFailure'],
): Promise<void> {
  const { clients, signal } = rebuild;
  const indexed = await versionsInRebuild(page, rebuild);
  const missing = page.filter(({ assetId, contentVersion }) => indexed[assetId] !== contentVersion);
  if (missing.length === 0) return;
  const { assets } = await callWithRetry(
    (call) => clients.rights.getAssets({ assetIds: missing.map(({ assetId }) => assetId) }, call),
    { timeoutMs: CALL_TIMEOUT_MS, signal },
  );
  const outcomes = await mapConcurrently(assets, CONCURRENCY, async (asset) => ({
    asset,
    outcome: await catchAssetFailure(() => embedStored(asset, rebuild), signal),
  }));
  const entries: JournalledPoint[] = [];
  for (const { asset, outcome } of outcomes) {
    if ('point' in outcome) entries.push(outcome);
    else onFailure({ entry: asset.metadata?.assetId ?? '', reason: outcome.reason });
  }
  await writePoints(entries, rebuild);
}

async function embedStored(
  asset: Asset,
  { clients, signal, modelFingerprint }: Rebuild,
): Promise<JournalledPoint> {
  const { metadata, rights } = asset;
  if (metadata === null) throw new AssetFault('the rights service returned no metadata for it');
  const file = await storedImage(asset, clients, signal);
  const embedded = await embedAsset(file, metadata, clients, signal);
  if (embedded.image.fingerprint !== modelFingerprint)
    throw new AppError('model_mismatch', 'The embedding model changed during the run; run it again.');
  // For a linked asset only the thumbnail is stored; signals measured on the original are better.
  const signals = { ...embedded.image.signals, ...(metadata.delivery === 'link' && metadata.signals) };
  const { dimensions } = embedded.image;
  return { modelFingerprint, dimensions, point: buildPoint(metadata, embedded, { signals, rights }) };
}

/** An asset may have been withdrawn after it was read and before its point was written. */
async function deleteWithdrawn(rebuild: Rebuild): Promise<void> {
  const { clients, signal } = rebuild;
  const withdrawn = { state: 'ASSET_STATE_WITHDRAWN', pageAssets: BATCH_ASSETS } as const;
  for await (const page of storedAssets(clients, withdrawn, signal)) {
    const assetIds = Object.keys(await versionsInRebuild(page, rebuild));
    if (assetIds.length > 0)
      await callWithRetry((call) => clients.retrieval.deletePoints({ assetIds }, call), {
        timeoutMs: CALL_TIMEOUT_MS,
        signal,
      });
  }
}

async function versionsInRebuild(
  page: readonly StoredVersion[],
  { clients, signal, rebuildId }: Rebuild,
): Promise<Readonly<Record<string, string>>> {
  const assetIds = page.map(({ assetId }) => assetId);
  const { contentVersions } = await callWithRetry(
    (call) => clients.retrieval.getPointVersions({ assetIds, rebuildId }, call),
    { timeoutMs: CALL_TIMEOUT_MS, signal },
  );
  return contentVersions;
}
