import type { IngestClients } from '@imagesearch/contracts/clients';
import { storedAssets } from '../sources/reindex/stored-assets.js';
import type { Source } from '../sources/source.js';
import { callWithRetry } from './call-with-retry.js';
import { batchesOf } from './streams.js';

/** Files of so many assets are removed well within the time of a call. */
const BATCH_ASSETS = 50;
const PAGE_ASSETS = 1_000;
const CALL_TIMEOUT_MS = 120_000;

/** Recorded with the deletion. */
export interface Removal {
  actor: string;
  reason: string;
}

type Clients = Pick<IngestClients, 'rights' | 'retrieval'>;

/**
 * Deletes assets for good: points, rows and files. The points go first, so that a run which stops in between finds the
 * rest in the catalogue. @returns the number of assets that were there.
 */
export async function removeAssets(
  assetIds: Iterable<string> | AsyncIterable<string>,
  { actor, reason }: Removal,
  { rights, retrieval }: Clients,
  signal: AbortSignal,
): Promise<number> {
  const callOptions = { timeoutMs: CALL_TIMEOUT_MS, signal };
  let removed = 0;
  for await (const batch of batchesOf(assetIds, BATCH_ASSETS)) {
    await callWithRetry((call) => retrieval.deletePoints({ assetIds: batch }, call), callOptions);
    const { assetIds: gone } = await callWithRetry(
      (call) => rights.deleteAssets({ assetIds: batch, actor, reason }, call),
      callOptions,
    );
    removed += gone.length;
  }
  return removed;
}

/** Every asset of a source, in any state. Safe while they are being deleted: a page starts behind the last id. */
export async function* assetsOfSource(
  source: string,
  clients: Clients,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (const state of ['ASSET_STATE_ACTIVE', 'ASSET_STATE_WITHDRAWN'] as const)
    for await (const page of storedAssets(clients, { source, state, pageAssets: PAGE_ASSETS }, signal))
      for (const { assetId } of page) yield assetId;
}

/** What the catalogue still has of a source and the source has no more. */
export interface GoneAssets {
  assetIds: string[];
  /** True when the source has nothing at all, as when its disk is not mounted. */
  isEverything: boolean;
}

/** Undefined when the source cannot tell. Withdrawn assets stay: they must not come back. */
export async function goneAssets(
  source: Source,
  clients: Clients,
  signal: AbortSignal,
): Promise<GoneAssets | undefined> {
  const present = await source.present?.();
  if (present === undefined) return undefined;
  const query = { source: source.source, state: 'ASSET_STATE_ACTIVE', pageAssets: PAGE_ASSETS } as const;
  const assetIds: string[] = [];
  for await (const page of storedAssets(clients, query, signal))
    for (const { assetId } of page) if (!present.has(assetId)) assetIds.push(assetId);
  return { assetIds, isEverything: present.size === 0 };
}
