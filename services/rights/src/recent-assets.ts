import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { listenToNotifications } from '@imagesearch/service-kit/postgres/notifications';
import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { LRUCache } from 'lru-cache';
import type { AssetStore, Asset, AssetFiles } from './assets.js';
import { FILES_KNOWN_S } from './download-token.js';

/** An asset takes about 3 KB. */
const ASSETS_MAX = 10_000;

/**
 * Assets that searches asked for recently. A change of an asset removes it; while this replica may have missed changes of
 * others, nothing is kept and every asset is read from the store.
 */
export class RecentAssets {
  readonly #store: Pick<AssetStore, 'findMany'>;
  /** Whether every change that is older than the promised age is known here. */
  readonly #isCurrent: () => boolean;
  readonly #assets = new LRUCache<string, Asset>({ max: ASSETS_MAX });
  /** A read that began before a change may have seen the state before it. */
  #changes = 0;

  /** @param tellChanges Begins to tell of the changes of other replicas. */
  constructor(store: Pick<AssetStore, 'findMany'>, tellChanges: TellChanges) {
    this.#store = store;
    this.#isCurrent = tellChanges({
      forget: (assetIds) => this.forget(assetIds),
      forgetAll: () => this.forgetAll(),
    });
  }

  /** The active assets, in no particular order. */
  async find(assetIds: readonly string[], call: CallContext): Promise<Asset[]> {
    if (!this.#isCurrent()) return this.#store.findMany(assetIds, call);
    const found: Asset[] = [];
    const missing: string[] = [];
    for (const assetId of assetIds) {
      const asset = this.#assets.get(assetId);
      if (asset === undefined) missing.push(assetId);
      else found.push(asset);
    }
    if (missing.length === 0) return found;
    const changesBefore = this.#changes;
    const read = await this.#store.findMany(missing, call);
    if (changesBefore === this.#changes && this.#isCurrent()) {
      for (const asset of read) this.#assets.set(asset.description.assetId, asset);
    }
    return [...found, ...read];
  }

  forget(assetIds: readonly string[]): void {
    this.#changes += 1;
    for (const assetId of assetIds) this.#assets.delete(assetId);
  }

  forgetAll(): void {
    this.#changes += 1;
    this.#assets.clear();
  }
}

const FILES_MAX = 20_000;

/**
 * The store, with every change of this replica forgotten here before it is reported as done. It keeps for ten seconds where
 * the files of assets are, so that the files of one answer cost one query; another replica's change counts after these.
 */
export function rememberingFiles(store: AssetStore, recent: RecentAssets): AssetStore {
  const known = new LRUCache<string, AssetFiles>({ max: FILES_MAX, ttl: FILES_KNOWN_S * 1_000 });
  let changes = 0;
  // A change that failed may be stored all the same.
  const after = <Result>(assetIds: readonly string[], change: Promise<Result>): Promise<Result> =>
    change.finally(() => {
      changes += 1;
      recent.forget(assetIds);
      for (const assetId of assetIds) known.delete(assetId);
    });
  return {
    ...store,
    findFiles: async (assetIds, call) => {
      const before = assetIds.flatMap((assetId) => known.get(assetId) ?? []);
      if (before.length === assetIds.length) return before;
      const knownIds = new Set(before.map(({ assetId }) => assetId));
      const unknown = assetIds.filter((assetId) => !knownIds.has(assetId));
      const changesBefore = changes;
      const found = await store.findFiles(unknown, call);
      // What was read while an asset changed may be what it was before.
      if (changes === changesBefore) for (const files of found) known.set(files.assetId, files);
      return [...before, ...found];
    },
    put: (asset, call) => after([asset.description.assetId], store.put(asset, call)),
    changeState: (change, call) => after([change.assetId], store.changeState(change, call)),
    delete: (deletion, call) => after(deletion.assetIds, store.delete(deletion, call)),
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

/** Of the trigger in `migrations/0003_asset_changes.sql`. */
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
