/** What hears of the changes of assets that other replicas make. */
export interface ChangeListener {
  forget: (assetIds: readonly string[]) => void;
  /** Changes may have been missed. */
  forgetAll: () => void;
}

/** Begins to tell of changes, and says whether every change that is older than the promised age was told. */
export type TellChanges = (listener: ChangeListener) => () => boolean;
