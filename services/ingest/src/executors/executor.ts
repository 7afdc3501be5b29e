import type { AssetFailure } from '../pipeline/asset-failure.js';
import type { SourceItem } from '../sources/source.js';

export interface VersionedAsset {
  asset: SourceItem;
  contentVersion: string;
}

export type Outcome = { kind: 'added' } | { kind: 'withdrawn' } | AssetFailure;

/** Ingests assets: in this process, or through a queue that workers serve. */
export interface Executor {
  /** How many assets it uses well at once. */
  batchAssets: number;
  /**
   * Outcomes in the order given, once the index holds all added assets. `onSettled` is called for each finished one.
   */
  ingestAll(assets: readonly VersionedAsset[], onSettled: () => void): Promise<Outcome[]>;
  close(): Promise<void>;
}
