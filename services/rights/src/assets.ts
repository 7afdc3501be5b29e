import type { AssetDescription } from './metadata-schema.js';

/** `withdrawn`: absent from every answer until it is restored. */
export const ASSET_STATES = ['active', 'withdrawn'] as const;
type AssetState = (typeof ASSET_STATES)[number];

/** The rights of one asset; null where the source does not settle a fact. */
export interface Rights {
  license: string;
  licenseVerbatim: string;
  commercial: boolean | null;
  derivatives: boolean | null;
  shareAlike: boolean | null;
  attributionRequired: boolean | null;
  /** Ready to use; null when no credit line is required or when that is unknown. */
  attribution: string | null;
  provenanceUrl: string;
  basis: string;
  delivery: AssetDescription['delivery'];
}

/** What an ingestion stores: bytes, none for a linked image without them, or `kept` for the files that are there. */
export type Given = GivenFiles | 'kept' | null;

export interface GivenFiles {
  file: Buffer;
  /** The file that was ingested, where the other one was converted from it. */
  ingested: Buffer | null;
  /** SHA-256 of the file as its owner gave it, in hex; null where that is one of these. */
  givenSha256: string | null;
  /** Made from the file by who gives it: the smaller one first, and a larger one of a larger image. */
  thumbnails: Buffer[];
}

/** The stored bytes of an asset, named by their digest. */
export interface Content {
  sha256: string;
  bytes: number;
}

export interface Asset {
  description: AssetDescription;
  rights: Rights;
  /** Null when no bytes were given, which only `link` allows. */
  content: Content | null;
}

export interface StoredAsset extends Asset {
  /** SHA-256 of every file that the asset is, in hex: content is withheld by these. */
  digests: readonly string[];
  fingerprint: string;
  /** Null for what a source says. */
  cause: Cause | null;
  /** Only this content version is replaced; null replaces whatever is there. */
  replaces: string | null;
}

/** Recorded with a change. */
export interface Cause {
  /** Who asked for the change. */
  actor: string;
  reason: string;
}

export interface StoredVersion extends Withheld {
  /** Null where nothing is stored. */
  fingerprint: string | null;
  digests: readonly string[];
}

/** Whether an asset may be stored, and what keeps it away. */
export interface Withheld {
  /** Null where nothing is known of it. */
  state: RecordedState | null;
  /** The withdrawn or deleted asset that keeps it away: itself, or one of the same content. */
  withheldBy: string | null;
}

export interface StateChange extends Cause {
  assetId: string;
  state: AssetState;
}

export interface Deletion extends Cause {
  assetIds: readonly string[];
  /** Whether they, and their content, may not come back; null: only those that are withdrawn may not. */
  remember: boolean | null;
}

/** Deleted, or withdrawn because it has the content of a deleted one. */
export interface RemovedAsset {
  assetId: string;
  state: 'deleted' | 'withdrawn';
  /** Of a deleted one; null when it had no files here. */
  contentSha256: string | null;
}

/** One of the assets that have the same content, as it is after a change. */
export interface ContentState {
  assetId: string;
  state: RecordedState;
  /** Whether this change moved it there. */
  changed: boolean;
}

/** What the record of an asset says it became. */
export type RecordedState = AssetState | 'deleted';

export interface AssetPage {
  /** Null selects all sources. */
  source: string | null;
  states: readonly RecordedState[];
  /** Null starts at the first asset. */
  after: string | null;
  limit: number;
}

export interface AssetSummary {
  assetId: string;
  contentVersion: string;
  state: RecordedState;
}

export interface AssetEvent extends Omit<StateChange, 'state'> {
  /** A decimal number. */
  eventId: string;
  state: RecordedState;
  at: Date;
  /** Both null where the licence stayed. */
  license: string | null;
  previousLicense: string | null;
}

export interface SourceCount {
  source: string;
  active: number;
  withdrawn: number;
  /** Active ones whose file says where it was taken. */
  withLocation: number;
}
