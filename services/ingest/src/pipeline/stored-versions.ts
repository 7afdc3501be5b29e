import type { IngestClients } from '@imagesearch/contracts/clients';
import type { VersionedAsset } from '../executors/executor.js';
import { storedAssets } from '../sources/reindex/stored-assets.js';
import { callWithRetry } from './call-with-retry.js';

const CALL_TIMEOUT_MS = 30_000;
const PAGE_ASSETS = 1_000;

/** The assets whose present version is missing in the catalogue or in the index. */
export async function staleAssets(
  batch: readonly VersionedAsset[],
  { retrieval, rights }: IngestClients,
  signal: AbortSignal,
): Promise<VersionedAsset[]> {
  if (batch.length === 0) return [];
  const assetIds = batch.map(({ asset }) => asset.assetId);
  const callOptions = { timeoutMs: CALL_TIMEOUT_MS, signal };
  const [{ contentVersions: indexed }, { assets }] = await Promise.all([
    callWithRetry((call) => retrieval.getPointVersions({ assetIds }, call), callOptions),
    callWithRetry((call) => rights.getAssets({ assetIds }, call), callOptions),
  ]);
  const catalogued = new Map(assets.map(({ metadata }) => [metadata?.assetId, metadata?.contentVersion]));
  return batch.filter(
    ({ asset: { assetId }, contentVersion }) =>
      indexed[assetId] !== contentVersion || catalogued.get(assetId) !== contentVersion,
  );
}

/** Ids of all withdrawn assets of a source. They are few, so they are held in memory. */
export async function withdrawnIds(
  source: string,
  clients: IngestClients,
  signal: AbortSignal,
): Promise<Set<string>> {
  const ids = new Set<string>();
  const query = { source, state: 'ASSET_STATE_WITHDRAWN', pageAssets: PAGE_ASSETS } as const;
  for await (const page of storedAssets(clients, query, signal))
    for (const { assetId } of page) ids.add(assetId);
  return ids;
}
