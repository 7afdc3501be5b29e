import type { AssetState } from '@imagesearch/contracts/messages';
import type { Source } from '../sources/source.js';
import type { Services } from './service-calls.js';

/** Files of so many assets are removed well within the time of a call. */
const REMOVED_AT_ONCE = 50;
const REMOVE_TIMEOUT_MS = 120_000;
const PAGE_ASSETS = 1_000;

interface StoredAssetsQuery {
  source?: string;
  state: AssetState;
  pageAssets: number;
}

export interface StoredVersion {
  assetId: string;
  contentVersion: string;
}

/** The assets of the catalogue in the order of their ids, one page in memory at a time. */
export async function* storedAssets(
  { rights }: Services,
  { source, state, pageAssets }: StoredAssetsQuery,
): AsyncGenerator<StoredVersion[]> {
  const query = { ...(source !== undefined && { source }), states: [state], limit: pageAssets };
  let cursor = '';
  do {
    const page = await rights.listAssets({ ...query, cursor });
    if (page.assets.length > 0) yield page.assets;
    cursor = page.nextCursor;
  } while (cursor !== '');
}

/** The ids of a source's assets. Safe while they are being deleted: a page starts behind the last id. */
export async function* idsOfSource(
  source: string,
  states: readonly AssetState[],
  services: Services,
): AsyncGenerator<string> {
  for (const state of states)
    for await (const page of storedAssets(services, { source, state, pageAssets: PAGE_ASSETS }))
      for (const { assetId } of page) yield assetId;
}

/** Recorded with the deletion. */
interface Removal {
  actor: string;
  reason: string;
  /** Whether they, and their content, may not come back. Absent: only those that are withdrawn may not. */
  remember?: boolean;
}

interface Removed {
  /** Assets that were there. */
  removed: number;
  /** Other assets of the same content, which are withdrawn now. */
  withdrawn: string[];
}

/**
 * Deletes assets for good: rows, files and points. The rows go first, and note that their points go too: what stops in between
 * is finished by the gateway that keeps the index.
 */
export async function removeAssets(
  assetIds: Iterable<string> | AsyncIterable<string>,
  removal: Removal,
  { rights, retrieval }: Services,
  onProgress?: (removed: number) => void,
): Promise<Removed> {
  let removed = 0;
  const withdrawn: string[] = [];
  for await (const batch of batchesOf(assetIds, REMOVED_AT_ONCE)) {
    const { assetIds: gone, withdrawnIds } = await rights.deleteAssets(
      { assetIds: batch, ...removal },
      REMOVE_TIMEOUT_MS,
    );
    await retrieval.deletePoints({ assetIds: [...batch, ...withdrawnIds] }, REMOVE_TIMEOUT_MS);
    withdrawn.push(...withdrawnIds);
    removed += gone.length;
    onProgress?.(removed);
  }
  return { removed, withdrawn };
}

/** What the catalogue still has of a source and the source has no more. */
interface GoneAssets {
  assetIds: string[];
  /** True when the source has nothing at all, as when its disk is not mounted. */
  isEverything: boolean;
}

/** Undefined when the source cannot tell. Withdrawn assets stay: they must not come back. */
export async function goneAssets(source: Source, services: Services): Promise<GoneAssets | undefined> {
  const present = await source.present?.();
  if (present === undefined) return undefined;
  const assetIds: string[] = [];
  for await (const assetId of idsOfSource(source.source, ['ASSET_STATE_ACTIVE'], services))
    if (!present.has(assetId)) assetIds.push(assetId);
  return { assetIds, isEverything: present.size === 0 };
}

/** Items in batches; the last batch may be smaller. */
export async function* batchesOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
