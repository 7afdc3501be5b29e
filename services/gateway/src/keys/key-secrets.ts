/** Secrets of the installation: new keys, ids and cursors are made with the first, and those of each are accepted. */
export type KeySecrets = readonly [first: string, ...others: string[]];
