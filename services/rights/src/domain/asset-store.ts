import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Asset, AssetFiles, AssetState, StoredAsset } from './asset.js';

/** For every `find`, a withdrawn asset does not exist. Nothing is begun for a call that has ended. */
export interface AssetStore {
  /** Creates or replaces an asset in one step; does not change an equal or withdrawn one. */
  put(asset: StoredAsset, call: CallContext): Promise<PutOutcome>;
  /** The stored version in any state. */
  stored(assetId: string, call: CallContext): Promise<StoredVersion | undefined>;
  /** The active assets, in no particular order. */
  findMany(assetIds: readonly string[], call: CallContext): Promise<Asset[]>;
  findFiles(assetId: string, call: CallContext): Promise<AssetFiles | undefined>;
  /** Those of the active assets, in no particular order. */
  findFilesOfMany(assetIds: readonly string[], call: CallContext): Promise<AssetFiles[]>;
  /** Moves an asset to a state and records it in the same step; undefined when there is no such asset. */
  changeState(change: StateChange, call: CallContext): Promise<{ changed: boolean } | undefined>;
  /** Deletes assets in any state and records it in the same step. */
  delete(deletion: Deletion, call: CallContext): Promise<DeletedAsset[]>;
  /** Up to `limit` assets whose ids come after `after`, in the order of ids. */
  list(page: AssetPage, call: CallContext): Promise<AssetSummary[]>;
  /** Changes of state, oldest first; those of a deleted asset too. */
  events(assetId: string, call: CallContext): Promise<AssetEvent[]>;
  /** Active assets, in constant time: an estimate above ten thousand. */
  approximateCount(call: CallContext): Promise<number>;
  /** Sorted by source. */
  counts(call: CallContext): Promise<SourceCount[]>;
}

export type PutOutcome = 'changed' | 'unchanged' | 'withdrawn';

export interface StoredVersion {
  fingerprint: string;
  state: AssetState;
}

export interface StateChange {
  assetId: string;
  state: AssetState;
  /** Who asked for the change. */
  actor: string;
  reason: string;
}

export interface Deletion extends Omit<StateChange, 'assetId' | 'state'> {
  assetIds: readonly string[];
}

export interface DeletedAsset {
  assetId: string;
  /** Null when it had no files here. */
  contentSha256: string | null;
}

/** What the record of an asset says it became. */
export type RecordedState = AssetState | 'deleted';

export interface AssetPage {
  /** Null selects all sources. */
  source: string | null;
  states: readonly AssetState[];
  /** Null starts at the first asset. */
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

export interface AssetEvent extends Omit<StateChange, 'assetId' | 'state'> {
  state: RecordedState;
  at: Date;
}

export interface SourceCount {
  source: string;
  active: number;
  withdrawn: number;
}
