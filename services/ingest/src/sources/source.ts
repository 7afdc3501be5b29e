import type { DeclaredFacts } from '@imagesearch/facets/declared';
import type { Statement } from '@imagesearch/facets/provenance';
import { AssetFault } from '../asset-failure.js';

/** How to get the bytes of an image. Only `draw` is bound to this process; a worker elsewhere can use the others. */
export type ImageReference =
  | { path: string }
  /** An https address of a third party. */
  | { url: string }
  /** A drawing to be rendered as a square PNG. */
  | { svgPath: string; edgePx: number }
  | { draw: () => Promise<Buffer> };

/** One entry of a source, before it is an asset. A queue carries it as JSON. */
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
  /** Who beside the file says that a model made it, or that none did: the source, a sidecar. */
  statements: Statement[];
  facts: DeclaredFacts;
  /** The rights holder's copy, to which downloads are redirected; null to serve our own copy. */
  linkUrl: string | null;
  /** When the image was made (ISO 8601), as precise as it is known. Null: its source says it in a form that cannot be read. */
  created?: string | null;
  /** Set when the licence is what the metadata of the file asserts, or unknown because that cannot be read. */
  declaredBy?: 'file' | 'unread';
  /** Set when the place where the image was taken is cut out of its file. */
  stripsLocation?: true;
  /** Changes whenever the source's bytes or words change. Cheap to compute: every run needs it for every item. */
  sourceVersion: string;
  /** Changes whenever its bytes change; absent where only `sourceVersion` says so. */
  bytesVersion?: string;
  /** Loaded only for items that have to be ingested. */
  image: ImageReference;
  /** Where the source continues after this entry; absent when it always starts from the beginning. */
  cursor?: string;
}

/** An entry that cannot become an asset. */
export interface BrokenEntry {
  /** The best available name: an asset id, a line number or a path. */
  name: string;
  /** What is wrong with it, for the operator. */
  broken: string;
  cursor?: string;
}

/** Something in the source that is no image which can be ingested. */
export interface SkippedEntry {
  name: string;
  /** What it is counted as: `.svg`, `symbolic link`. */
  skipped: string;
  cursor?: string;
}

export type SourceEntry = SourceItem | BrokenEntry | SkippedEntry;

/** A collection of images. Each implementation has its own file. */
export interface Source {
  /** Source identifier: the part of an asset id before its colon. */
  source: string;
  /** Number of entries, when the source knows it in advance. */
  total: number | undefined;
  /**
   * Entries in an order that is the same in every run, with one page of the source in memory at a time.
   * @param after The cursor of the last settled entry; undefined starts at the beginning.
   */
  entries(after?: string): AsyncIterable<SourceEntry> | Iterable<SourceEntry>;
  /** Ids of all assets that the source has now; undefined when a part of it cannot be read. Absent: it cannot tell. */
  present?(): Promise<ReadonlySet<string> | undefined>;
  /** What the operator should know of the source once its entries were read. */
  notices?(): string[];
}

/** A source that is in memory as a whole and has no broken entries. */
export interface ListedSource extends Source {
  entries(): SourceItem[];
}

/** The entry; or, when something is wrong with it, what that is. */
export async function orBroken<Entry>(
  name: string,
  read: () => Entry | Promise<Entry>,
): Promise<Entry | BrokenEntry> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AssetFault) return { name, broken: error.message };
    throw error;
  }
}

const USER_AGENT = 'image-search-ingest/0.1';

/** Sources ask to be told who calls; Wikimedia refuses those who do not say. */
export function userAgentOf(contact: string | undefined): string {
  return contact === undefined ? USER_AGENT : `${USER_AGENT} (${contact})`;
}
