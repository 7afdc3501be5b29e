import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { ConvertedFormat } from '@imagesearch/service-kit/image/converted-format';
import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';
import type { AssetDescription } from './metadata-schema.js';

/** `withdrawn`: absent from every answer until it is restored. */
export const ASSET_STATES = ['active', 'withdrawn'] as const;
export type AssetState = (typeof ASSET_STATES)[number];

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
}

export interface StoredAsset extends Asset {
  /** Null when no bytes were given, which only `link` allows. */
  content: Content | null;
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

export interface AssetFiles {
  assetId: string;
  delivery: AssetDescription['delivery'];
  linkUrl: string | null;
  format: ImageFormat;
  originalFormat: ConvertedFormat | null;
  content: Content | null;
}

/** For every `find`, a withdrawn asset does not exist. Nothing is begun for a call that has ended. */
export interface AssetStore {
  /** Creates or replaces an asset, and records an edit or another licence, in one step; does not change an equal or withdrawn one. */
  put(asset: StoredAsset, call: CallContext): Promise<PutOutcome>;
  /** The stored version in any state; `deleted` where a deletion of it, or of the same content in its source, is remembered. */
  stored(assetId: string, sha256: string | null, call: CallContext): Promise<StoredVersion | undefined>;
  /** The active assets, in no particular order. */
  findMany(assetIds: readonly string[], call: CallContext): Promise<Asset[]>;
  /** Those of the active assets, in no particular order. */
  findFiles(assetIds: readonly string[], call: CallContext): Promise<AssetFiles[]>;
  /**
   * Moves an asset to a state and records it in the same step; undefined when there is no such asset. To `active`, a
   * remembered deletion is forgotten.
   */
  changeState(change: StateChange, call: CallContext): Promise<{ changed: boolean } | undefined>;
  /** Deletes assets in any state and records it in the same step. */
  delete(deletion: Deletion, call: CallContext): Promise<DeletedAsset[]>;
  /** Up to `limit` assets whose ids come after `after`, in the order of ids. */
  list(page: AssetPage, call: CallContext): Promise<AssetSummary[]>;
  /** Changes of state and licence, and edits, oldest first; those of a deleted asset too. */
  events(assetId: string, call: CallContext): Promise<AssetEvent[]>;
  /** A page of those of all assets, after the event of this id. None is missing that a later page would have to show. */
  eventsAfter(eventId: number, call: CallContext): Promise<AssetEvent[]>;
  /** Active assets, in constant time: an estimate above ten thousand. */
  approximateCount(call: CallContext): Promise<number>;
  /** Sorted by source. */
  counts(call: CallContext): Promise<SourceCount[]>;
}

type PutOutcome = 'changed' | 'unchanged' | 'withdrawn';

export interface StoredVersion {
  fingerprint: string;
  state: RecordedState;
}

interface StateChange extends Cause {
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

interface AssetPage {
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
