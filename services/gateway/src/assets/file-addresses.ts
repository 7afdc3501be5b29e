import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedLookups, type LookupOutcome } from '../limits/bounded-lookups.js';
import { isIssuedQueryId, isQueryId } from './query-id.js';

export interface FileCapability {
  assetIds: ReadonlySet<string>;
  expiresAt: Date;
}

/** Finds the capability of a query; undefined when it is unknown or has expired. */
export interface CapabilityLookup {
  find(queryId: string, now: Date): Promise<FileCapability | undefined>;
}

/** What a query id turned out to be: `malformed` and `not_issued` by the id alone, the others by cache or look-up. */
export type QueryIdOutcome = 'malformed' | 'not_issued' | LookupOutcome;

export interface FileAddressesOptions {
  lookup: CapabilityLookup;
  /** Ids under each of them are known. */
  secrets: readonly string[];
  onLookup?: (outcome: QueryIdOutcome) => void;
}

/** Asset ids kept, of all answers together. */
const ASSET_IDS_MAX = 100_000;
const REFUSED_MAX = 10_000;
/** A stored answer never changes; its expiry is checked at every request. */
const FOUND_TTL_MS = 10 * 60_000;
/** Short, because an id may be looked up before its answer is stored. */
const REFUSED_TTL_MS = 4_000;
/** With the pause, at most 100 look-ups a second find nothing, and the last in the queue waits two seconds. */
const LOOKUPS_AT_ONCE_MAX = 2;
const MISS_PAUSE_MS = 20;
const LOOKUPS_WAITING_MAX = 200;
/** Before a guess is refused, so that connections in a loop leave the processor to other requests. */
const GUESS_PAUSE_MS = 500;

/** File addresses need no key, so anybody may guess them. A wrong tag is refused after a pause, without a look-up. */
export class FileAddresses {
  readonly #lookups: BoundedLookups<FileCapability>;
  readonly #secrets: readonly string[];
  readonly #onLookup: (outcome: QueryIdOutcome) => void;

  constructor({ lookup, secrets, onLookup = () => undefined }: FileAddressesOptions) {
    this.#secrets = secrets;
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
   * The assets of the answer, when one of them is this asset; otherwise the address opens nothing.
   * @throws AppError `overloaded` when too many expired queries are being looked up.
   */
  async find(queryId: string, assetId: string, now: Date): Promise<ReadonlySet<string> | undefined> {
    if (!isIssuedQueryId(queryId, this.#secrets)) {
      const isGuess = isQueryId(queryId);
      this.#onLookup(isGuess ? 'not_issued' : 'malformed');
      if (isGuess) await sleep(GUESS_PAUSE_MS);
      return undefined;
    }
    const { found, outcome } = await this.#lookups.find(queryId);
    this.#onLookup(outcome);
    const isOpen = found !== undefined && found.expiresAt > now && found.assetIds.has(assetId);
    return isOpen ? found.assetIds : undefined;
  }

  /** Keeps what an answer opens, until it is looked up for the first time. */
  remember(queryId: string, assetIds: readonly string[]): void {
    const expiresAt = new Date(Date.now() + FOUND_TTL_MS);
    this.#lookups.remember(queryId, { assetIds: new Set(assetIds), expiresAt });
  }
}
