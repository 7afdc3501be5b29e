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
  fingerprint: string;
  /** Null for what a source says. */
  cause: Cause | null;
}

/** Recorded with a change. */
export interface Cause {
  /** Who asked for the change. */
  actor: string;
  reason: string;
}

export interface StoredVersion {
  fingerprint: string;
  state: RecordedState;
}

export interface StateChange extends Cause {
  assetId: string;
  state: AssetState;
}

export interface Deletion extends Cause {
  assetIds: readonly string[];
  /** Whether they may not come back. */
  remember: boolean;
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
