/**
 * How the bytes of an image are had. Only what `draw` makes is bound to this process; the others can be handed to
 * a worker elsewhere.
 */
export type ImageReference =
  | { path: string }
  /** An https address of a third party. */
  | { url: string }
  /** A drawing to be rendered as a square PNG. */
  | { svgPath: string; edgePx: number }
  | { draw: () => Promise<Buffer> };

/** One image of a collection, as its source describes it. */
export interface SourceItem {
  /** `<source>:<id>` */
  assetId: string;
  title: string;
  tags: string[];
  description: string;
  creator: string | null;
  creatorUrl: string | null;
  /** As the source declares it: a name, an SPDX id or a deed's address; empty when it declares none. */
  licenseVerbatim: string;
  /** The source's own page of this image; empty when it has none. */
  provenanceUrl: string;
  aiGenerated: boolean;
  /** The rights holder's copy, where downloads are sent to; null to serve a copy of our own. */
  linkUrl: string | null;
  /** Changes whenever the source's bytes or words change; cheap, because it is asked of every item on every run. */
  sourceVersion: string;
  /** Read only for items that have to be taken in. */
  image: ImageReference;
  /** Where the collection goes on after this entry; absent when it always begins again. */
  cursor?: string;
}

/** An entry of a collection that no image can be made of. */
export interface BrokenItem {
  /** The best name there is for it: an asset id, a line number, a path. */
  name: string;
  /** What is wrong with it, for the operator. */
  broken: string;
  cursor?: string;
}

export type SourceEntry = SourceItem | BrokenItem;

/** Where images come from. One small file an implementation. */
export interface Source {
  /** Source identifier: the part of an asset id before its colon. */
  source: string;
  /** Number of entries, when the source knows it beforehand. */
  total: number | undefined;
  /**
   * In an order that stays the same from run to run, one page of the source in memory at a time.
   * @param after The cursor of the last entry that was dealt with; undefined begins at the beginning.
   */
  entries(after?: string): AsyncIterable<SourceEntry> | Iterable<SourceEntry>;
}

/** A collection that is at hand as a whole and has no broken entries. */
export interface ListedCollection extends Source {
  entries(): SourceItem[];
}
