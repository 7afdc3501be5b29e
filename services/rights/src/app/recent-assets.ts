import type { CallContext } from '@imagesearch/service-kit/call-context';
import { LRUCache } from 'lru-cache';
import type { AssetStore } from '../domain/asset-store.js';
import type { Asset } from '../domain/asset.js';
import type { TellChanges } from '../domain/change-listener.js';

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

/** The store, with every change of this replica forgotten before it is reported as done. */
export function forgetting(store: AssetStore, recent: RecentAssets): AssetStore {
  const after = async <Result>(assetIds: readonly string[], change: Promise<Result>): Promise<Result> => {
    // A change that failed may be stored all the same.
    return change.finally(() => recent.forget(assetIds));
  };
  return {
    ...store,
    put: (asset, call) => after([asset.description.assetId], store.put(asset, call)),
    changeState: (change, call) => after([change.assetId], store.changeState(change, call)),
    delete: (deletion, call) => after(deletion.assetIds, store.delete(deletion, call)),
  };
}
