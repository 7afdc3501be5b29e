import { setTimeout as sleep } from 'node:timers/promises';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { LRUCache } from 'lru-cache';

interface FileCapability {
  assetIds: ReadonlySet<string>;
  expiresAt: Date;
}

/** Asset ids kept, of all answers together. */
const ASSET_IDS_MAX = 100_000;
/** A stored answer never changes; its expiry is checked at every request. */
const FOUND_TTL_MS = 10 * 60_000;
/** Before a guess is refused, so that connections in a loop leave the processor to other requests. */
const GUESS_PAUSE_MS = 500;

/** File addresses need no key, so anybody may guess them. A wrong tag is refused after a pause, without a look-up. */
export class FileAddresses {
  readonly #secrets: readonly string[];
  readonly #known: LRUCache<string, FileCapability>;

  /** @param secrets Ids under each of them are known. */
  constructor(database: Pick<Database, 'query'>, secrets: readonly string[]) {
    this.#secrets = secrets;
    this.#known = new LRUCache({
      maxSize: ASSET_IDS_MAX,
      sizeCalculation: ({ assetIds }) => 1 + assetIds.size,
      ttl: FOUND_TTL_MS,
      fetchMethod: (queryId) => capabilityOf(queryId, database, new Date()),
    });
  }

  /**
   * The assets of the answer, when one of them is this asset; otherwise the address opens nothing. Requests at the same time share
   * a look-up.
   * @throws AppError `overloaded` when too many expired queries are being looked up.
   */
  async find(queryId: string, assetId: string, now: Date): Promise<ReadonlySet<string> | undefined> {
    if (!isIssuedQueryId(queryId, this.#secrets)) {
      if (isQueryId(queryId)) await sleep(GUESS_PAUSE_MS);
      return undefined;
    }
    const opens = await this.#known.fetch(queryId);
    const isOpen = opens !== undefined && opens.expiresAt > now && opens.assetIds.has(assetId);
    return isOpen ? opens.assetIds : undefined;
  }
}

/** What that query returned; undefined when it is unknown or its addresses have expired. */
async function capabilityOf(
  queryId: string,
  database: Pick<Database, 'query'>,
  now: Date,
): Promise<FileCapability | undefined> {
  // Addresses live for a day from the end of their search, so that older months need not be looked at.
  const { rows } = await database.query<{ asset_ids: string[]; expires_at: Date }>(
    `SELECT asset_ids, expires_at FROM gateway.queries
      WHERE query_id = $1 AND expires_at > $2 AND created_at > $2::timestamptz - interval '2 days'`,
    [queryId, now],
  );
  const [row] = rows;
  return row && { assetIds: new Set(row.asset_ids), expiresAt: row.expires_at };
}

const RANDOM_BYTES = 12;
const TAG_BYTES = 4;
const FORM = /^q_[0-9a-f]{32}$/;
const PREFIX_CHARS = 2;
/** Keeps these tags apart from the hashes of API keys, which are made under the same secret. */
const TAG_CONTEXT = 'query id:';

/**
 * A new id: `q_` and 32 hex digits, of 96 random bits and a tag of 32 bits under the gateway's secret. Without the secret
 * the tag cannot be computed, so that an id is as unpredictable as 128 random bits. With it a gateway knows an id that
 * was never issued without a look-up; one guess in 2^32 passes.
 */
export function newQueryId(secret: string): string {
  const random = randomBytes(RANDOM_BYTES);
  return `q_${Buffer.concat([random, tagOf(random, secret)]).toString('hex')}`;
}

export function isQueryId(text: string): boolean {
  return FORM.test(text);
}

/** Whether some gateway with one of the secrets made the id; the comparison takes the same time whatever the id. */
export function isIssuedQueryId(queryId: string, secrets: readonly string[]): boolean {
  if (!isQueryId(queryId)) return false;
  const bytes = Buffer.from(queryId.slice(PREFIX_CHARS), 'hex');
  const [random, tag] = [bytes.subarray(0, RANDOM_BYTES), bytes.subarray(RANDOM_BYTES)];
  return secrets.filter((secret) => timingSafeEqual(tag, tagOf(random, secret))).length > 0;
}

function tagOf(random: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update(TAG_CONTEXT).update(random).digest().subarray(0, TAG_BYTES);
}
