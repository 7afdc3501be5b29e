import type { AssetFailure } from '../pipeline/asset-failure.js';
import type { SourceItem } from '../sources/source.js';

/** A source's entry and the version that the stores will hold once it is ingested. */
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
   * The outcome of every asset, in the order given, once the index holds all that were added.
   * @param onSettled Called as each asset is finished.
   */
  ingestAll(assets: readonly VersionedAsset[], onSettled: () => void): Promise<Outcome[]>;
  close(): Promise<void>;
}
