import type { IngestClients } from '../clients.js';
import type { VersionedItem } from '../executors/executor.js';
import { callWithRetry } from './call-with-retry.js';

const CALL_TIMEOUT_MS = 30_000;
const PAGE_ASSETS = 1_000;

/** Those of which the catalogue or the index does not hold the present version. */
export async function staleOnes(
  batch: readonly VersionedItem[],
  { retrieval, rights }: IngestClients,
  signal: AbortSignal,
): Promise<VersionedItem[]> {
  if (batch.length === 0) return [];
  const assetIds = batch.map(({ item }) => item.assetId);
  const patience = { timeoutMs: CALL_TIMEOUT_MS, signal };
  const [{ contentVersions: indexed }, { assets }] = await Promise.all([
    callWithRetry((call) => retrieval.getPointVersions({ assetIds }, call), patience),
    callWithRetry((call) => rights.getAssets({ assetIds }, call), patience),
  ]);
  const catalogued = new Map(assets.map(({ metadata }) => [metadata?.assetId, metadata?.contentVersion]));
  return batch.filter(
    ({ item: { assetId }, contentVersion }) =>
      indexed[assetId] !== contentVersion || catalogued.get(assetId) !== contentVersion,
  );
}

/** Every asset of a source that was withdrawn; there are few of them in a sound collection. */
export async function withdrawnIds(
  source: string,
  { rights }: IngestClients,
  signal: AbortSignal,
): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor = '';
  do {
    const page = await callWithRetry(
      (call) =>
        rights.listAssets({ source, states: ['ASSET_STATE_WITHDRAWN'], cursor, limit: PAGE_ASSETS }, call),
      { timeoutMs: CALL_TIMEOUT_MS, signal },
    );
    for (const { assetId } of page.assets) ids.add(assetId);
    cursor = page.nextCursor;
  } while (cursor !== '');
  return ids;
}
