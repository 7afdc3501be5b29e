import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { listenToNotifications } from '@imagesearch/service-kit/postgres/notifications';
import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { LRUCache } from 'lru-cache';
import type { AssetStore } from './asset-store.js';
import type { Asset } from './assets.js';

/** An asset takes about 3 KB. */
const ASSETS_MAX = 10_000;

export type RecentAssets = ReturnType<typeof rememberingAssets>;

/**
 * The store, and the assets that searches and downloads asked for recently. Every change of this replica is forgotten here
 * before it is reported as done; while changes of others may have been missed, every asset is read from the store.
 * @param tellChanges Begins to tell of the changes of other replicas.
 */
export function rememberingAssets(store: AssetStore, tellChanges: TellChanges) {
  const recent = new LRUCache<string, Asset>({ max: ASSETS_MAX });
  /** A read that began before a change may have seen the state before it. */
  let changes = 0;
  const forget = (assetIds: readonly string[]): void => {
    changes += 1;
    for (const assetId of assetIds) recent.delete(assetId);
  };
  const forgetAll = (): void => {
    changes += 1;
    recent.clear();
  };
  const isCurrent = tellChanges({ forget, forgetAll });
  // A change that failed may be stored all the same.
  const after = <Result>(assetIds: readonly string[], change: Promise<Result>): Promise<Result> =>
    change.finally(() => forget(assetIds));
  /** A change of one asset may withdraw others of the same content, which nobody knows before. */
  const afterAll = <Changed extends { assetId: string }>(change: Promise<Changed[]>): Promise<Changed[]> =>
    change.then(
      (changed) => {
        forget(changed.map(({ assetId }) => assetId));
        return changed;
      },
      (error: unknown) => {
        forgetAll();
        throw error;
      },
    );
  return {
    ...store,
    /** As `findMany`; of another replica's change, an answer may show the state before it for `RECENT_AGE_MS_MAX`. */
    findRecent: async (assetIds: readonly string[], call: CallContext): Promise<Asset[]> => {
      if (!isCurrent()) return store.findMany(assetIds, call);
      const known = assetIds.flatMap((assetId) => recent.get(assetId) ?? []);
      if (known.length === assetIds.length) return known;
      const knownIds = new Set(known.map(({ description }) => description.assetId));
      const missing = assetIds.filter((assetId) => !knownIds.has(assetId));
      const changesBefore = changes;
      const read = await store.findMany(missing, call);
      if (changesBefore === changes && isCurrent())
        for (const asset of read) recent.set(asset.description.assetId, asset);
      return [...known, ...read];
    },
    put: (...[asset, call]: Parameters<AssetStore['put']>) =>
      after([asset.description.assetId], store.put(asset, call)),
    changeState: (...[change, call]: Parameters<AssetStore['changeState']>) =>
      afterAll(store.changeState(change, call)),
    delete: (...[deletion, call]: Parameters<AssetStore['delete']>) => afterAll(store.delete(deletion, call)),
  };
}

/** What hears of the changes of assets that other replicas make. */
interface ChangeListener {
  forget: (assetIds: readonly string[]) => void;
  /** Changes may have been missed. */
  forgetAll: () => void;
}

/** Begins to tell of changes, and says whether every change that is older than the promised age was told. */
export type TellChanges = (listener: ChangeListener) => () => boolean;

/** How long after a change on another replica an answer of recent assets may still show the state before it. */
export const RECENT_AGE_MS_MAX = 2_000;

/** Of the trigger in `migrations/0001_schema.sql`. */
const CHANNEL = 'rights_asset_changed';

/** Nobody else changes the embedded database. */
export const noOtherReplica: TellChanges = () => () => true;

/** Behind a pooler that shares connections between transactions, no notification arrives. */
export const unheardChanges: TellChanges = () => () => false;

export function notifiedChanges(url: string, lifecycle: Lifecycle, logger: Logger): TellChanges {
  return ({ forget, forgetAll }) => {
    const changes = listenToNotifications({
      url,
      channel: CHANNEL,
      onMessage: (assetId) => forget([assetId]),
      onGap: forgetAll,
      logger,
    });
    lifecycle.onClose('changes of assets', () => changes.close());
    return () => changes.isCurrent(RECENT_AGE_MS_MAX);
  };
}
