import type { Asset, AssetFiles, AssetState, StoredAsset } from './asset.js';

/** Where assets are kept. To every `find` a withdrawn asset reads as one that does not exist. */
export interface AssetStore {
  /** Creates or replaces an asset in one step; leaves one that is equal or withdrawn as it is. */
  put(asset: StoredAsset): Promise<PutOutcome>;
  /** What is stored under an id, whatever its state. */
  stored(assetId: string): Promise<StoredVersion | undefined>;
  /** Those that are active, in no particular order. */
  findMany(assetIds: readonly string[]): Promise<Asset[]>;
  findFiles(assetId: string): Promise<AssetFiles | undefined>;
  /** Moves an asset to a state and records it in the same step; undefined when there is no such asset. */
  changeState(change: StateChange): Promise<{ changed: boolean } | undefined>;
  /** Up to `limit` assets whose ids come after `after`, in the order of ids. */
  list(page: AssetPage): Promise<AssetSummary[]>;
  /** Changes of state of one asset, the oldest first. */
  events(assetId: string): Promise<AssetEvent[]>;
  /** In the order of sources. */
  counts(): Promise<SourceCount[]>;
}

export type PutOutcome = 'changed' | 'unchanged' | 'withdrawn';

export interface StoredVersion {
  fingerprint: string;
  state: AssetState;
}

export interface StateChange {
  assetId: string;
  state: AssetState;
  /** Who asked for it. */
  actor: string;
  reason: string;
}

export interface AssetPage {
  /** Null: of every source. */
  source: string | null;
  states: readonly AssetState[];
  /** Null: from the first one on. */
  after: string | null;
  limit: number;
}

export interface AssetSummary {
  assetId: string;
  source: string;
  contentVersion: string;
  state: AssetState;
  updatedAt: Date;
}

export interface AssetEvent extends Omit<StateChange, 'assetId'> {
  at: Date;
}

export interface SourceCount {
  source: string;
  active: number;
  withdrawn: number;
}
