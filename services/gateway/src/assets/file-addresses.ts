import { BoundedLookups, type LookupOutcome } from '../limits/bounded-lookups.js';

/** What the file addresses of one answer open, and until when. */
export interface FileCapability {
  assetIds: ReadonlySet<string>;
  expiresAt: Date;
}

/** Finds the capability of a query; undefined when it is unknown or has expired. */
export interface CapabilityLookup {
  find(queryId: string, now: Date): Promise<FileCapability | undefined>;
}

/** How a query id was judged: without a look-up of its own (`malformed`, `cached`), or by one. */
export type QueryIdOutcome = 'malformed' | LookupOutcome;

const QUERY_ID_FORM = /^q_[0-9a-f]{32}$/;
/** Asset ids kept, of all answers together. */
const ASSET_IDS_MAX = 100_000;
const REFUSED_MAX = 10_000;
/** A row never changes once it is written; its own expiry is looked at every time. */
const FOUND_TTL_MS = 10 * 60_000;
/** Short, although an id is random and is given out only once its row is written. */
const REFUSED_TTL_MS = 4_000;
/** With the pause, at most 100 guesses a second reach the database, and the last in line waits two seconds. */
const LOOKUPS_AT_ONCE_MAX = 2;
const MISS_PAUSE_MS = 20;
const LOOKUPS_WAITING_MAX = 200;

/**
 * The file addresses of recent answers. They need no key, so that anybody may guess them: a guess costs the database a
 * look-up within a small budget, and an answer given by this process costs none.
 */
export class FileAddresses {
  readonly #lookups: BoundedLookups<FileCapability>;
  readonly #onLookup: (outcome: QueryIdOutcome) => void;

  constructor(lookup: CapabilityLookup, onLookup: (outcome: QueryIdOutcome) => void = () => undefined) {
    this.#onLookup = onLookup;
    this.#lookups = new BoundedLookups({
      lookUp: (queryId) => lookup.find(queryId, new Date()),
      foundMax: ASSET_IDS_MAX,
      weigh: ({ assetIds }) => assetIds.size + 1,
      foundTtlMs: FOUND_TTL_MS,
      refusedMax: REFUSED_MAX,
      refusedTtlMs: REFUSED_TTL_MS,
      atOnceMax: LOOKUPS_AT_ONCE_MAX,
      waitingMax: LOOKUPS_WAITING_MAX,
      missPauseMs: MISS_PAUSE_MS,
      overloadMessage: 'Too many file addresses are being looked up. Try again shortly.',
    });
  }

  /**
   * Whether that query returned that asset and its addresses have not expired.
   * @throws AppError `overloaded` when too many unknown queries are being looked up.
   */
  async opens(queryId: string, assetId: string, now: Date): Promise<boolean> {
    if (!QUERY_ID_FORM.test(queryId)) {
      this.#onLookup('malformed');
      return false;
    }
    const { found, outcome } = await this.#lookups.find(queryId);
    this.#onLookup(outcome);
    return found !== undefined && found.expiresAt > now && found.assetIds.has(assetId);
  }

  /** Keeps what an answer opens, until it is looked up for the first time. */
  remember(queryId: string, assetIds: readonly string[]): void {
    const expiresAt = new Date(Date.now() + FOUND_TTL_MS);
    this.#lookups.remember(queryId, { assetIds: new Set(assetIds), expiresAt });
  }
}
