/** One picture of a collection, as its source describes it. */
export interface CollectionItem {
  /** `<source>:<id>` */
  assetId: string;
  title: string;
  tags: string[];
  description: string;
  creator: string | null;
  /** As the source declares it: a name, an SPDX id or a deed's address. */
  licenseVerbatim: string;
  /** The source's own page of this picture. */
  provenanceUrl: string;
  aiGenerated: boolean;
  /** Changes whenever the source's bytes change; cheap, because it is asked of every item on every run. */
  sourceVersion: string;
  /** The picture as JPEG, PNG or WebP. Called only for items that have to be taken in. */
  loadFile: () => Promise<Buffer>;
}

/** Where pictures come from. One small file an implementation. */
export interface Collection {
  /** Source identifier: the part of an asset id before its colon. */
  source: string;
  /** Number of items, when the source knows it beforehand. */
  total: number | undefined;
  /** In an order that stays the same from run to run. */
  items(): AsyncIterable<CollectionItem> | Iterable<CollectionItem>;
}
