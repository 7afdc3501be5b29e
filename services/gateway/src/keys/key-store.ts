import { randomUUID } from 'node:crypto';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { Bounds } from './bounds.js';
import {
  DEFAULT_SCOPES,
  DEMONSTRATION_SOURCES,
  displayPrefix,
  environmentOf,
  hashKey,
  mintKey,
  type KeyEnvironment,
  type KeySecrets,
  type LiveKey,
  type Scope,
} from './api-key.js';

export interface NewKey {
  environment: KeyEnvironment;
  /** For the operator; keys of an account may share a name. */
  name?: string;
  /** By default those that need no operator. */
  scopes?: readonly Scope[];
  /** The key never expires by default. */
  expiresAt?: Date | null;
  /** The key may see all images by default; one of the environment `test` those of the demonstration. */
  bounds?: Bounds | null;
}

/** What the operator reads of a key: never the key itself. Its account reads the same. */
export interface KeyRecord {
  /** Whose it is, by name. */
  account: string;
  key_id: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  bounds: Bounds | null;
  created_at: Date;
  /** Accurate to about a minute. */
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** Id of the key that this one succeeds. */
  replaces: string | null;
  state: 'live' | 'revoked' | 'expired';
}

/** A new key in the clear, which is shown once and never stored, and what is on record of it. */
export interface IssuedKey extends KeyRecord {
  key: string;
}

/** Together with the seconds for which a gateway knows a key without a look-up, a minute. */
const USE_NOTED_MS = 55_000;

/** What Postgres reports when a row breaks a rule of its table; of keys there is one. */
const CHECK_VIOLATION = '23514';

/** Whether a key works at the time `$2`. */
const LIVE = 'k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2::timestamptz)';

/** API keys, stored as keyed hashes. An account may have several. */
export class ApiKeyStore {
  readonly #database: Pick<Database, 'query'>;
  readonly #secrets: KeySecrets;
  readonly #logger: Logger;

  constructor(database: Pick<Database, 'query'>, secrets: KeySecrets, logger: Logger) {
    this.#database = database;
    this.#secrets = secrets;
    this.#logger = logger;
  }

  /**
   * Notes that the key is used, once in a while. A key that an older secret made is moved to the first one, so that its use
   * outlives the older one.
   * @returns undefined for an unknown, revoked or expired key.
   */
  async findByKey(key: string): Promise<LiveKey | undefined> {
    const [hash, ...older] = this.#secrets.map((secret) => hashKey(key, secret));
    const now = new Date();
    const { rows } = await this.#database.query<LiveKeyRow>(
      `SELECT k.id, k.prefix, k.scopes, k.expires_at AS "expiresAt", k.bounds, k.key_hash, k.last_used_at,
              jsonb_build_object('id', a.id, 'name', a.name, 'plan', a.plan, 'billingDay', a.billing_day) AS account
         FROM gateway.api_keys k JOIN gateway.accounts a ON a.id = k.account_id
        WHERE k.key_hash = ANY($1) AND ${LIVE}`,
      [[hash, ...older], now],
    );
    const [row] = rows;
    if (row === undefined || hash === undefined) return undefined;
    const { key_hash: old, last_used_at: usedAt, ...live } = row;
    const isNoted = usedAt !== null && now.getTime() - usedAt.getTime() < USE_NOTED_MS;
    if (!isNoted || !old.equals(hash)) await this.#noteUse(hash, row, now);
    return { ...live, environment: environmentOf(live.prefix) };
  }

  /** A database that reads and cannot write, because its disk is full, still answers what costs nothing. */
  async #noteUse(hash: Buffer, { id, key_hash: old }: LiveKeyRow, now: Date): Promise<void> {
    try {
      await this.#database.query(
        'UPDATE gateway.api_keys SET key_hash = $1, last_used_at = $2 WHERE id = $3 AND key_hash = $4',
        [hash, now, id, old],
      );
    } catch (error) {
      this.#logger.warn({ err: error, keyId: id }, 'the use of a key was not noted');
    }
  }

  /** @throws AppError `key_refused` when the account has as many live keys as it may. */
  async create(
    accountId: string,
    { environment, name, scopes, expiresAt, bounds: given = null }: NewKey,
  ): Promise<IssuedKey> {
    const id = randomUUID();
    const bounds = environment === 'test' ? { ...given, sources: [...DEMONSTRATION_SOURCES] } : given;
    const key = mintKey(environment);
    await this.#add(
      `INSERT INTO gateway.api_keys (id, account_id, key_hash, prefix, name, scopes, created_at, expires_at, bounds)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        accountId,
        hashKey(key, this.#secrets[0]),
        displayPrefix(key),
        name ?? 'default',
        [...new Set(scopes ?? DEFAULT_SCOPES)],
        new Date(),
        expiresAt ?? null,
        bounds && JSON.stringify(bounds),
      ],
    );
    return { key, ...(await this.#recordOf(id)) };
  }

  /** Keys of one account, or of all accounts, oldest first. */
  list(accountId?: string): Promise<KeyRecord[]> {
    return this.#records('$1::uuid IS NULL OR k.account_id = $1', accountId ?? null);
  }

  /** Keys of an account that work now, oldest first. */
  listLive(accountId: string): Promise<KeyRecord[]> {
    return this.#records(`k.account_id = $1 AND ${LIVE}`, accountId);
  }

  /** Keys with this id or display prefix; a prefix may belong to several keys. */
  listByIdOrPrefix(idOrPrefix: string): Promise<KeyRecord[]> {
    return this.#records('k.id::text = $1 OR k.prefix = $1', idOrPrefix);
  }

  /** @param condition Of `value` as `$1`, and the present time as `$2`. */
  async #records(condition: string, value: string | null): Promise<KeyRecord[]> {
    const { rows } = await this.#database.query<KeyRecord>(
      `SELECT a.name AS account, k.id AS key_id, k.name, k.prefix, k.scopes, k.bounds, k.created_at, k.last_used_at,
              k.expires_at, k.revoked_at, k.replaces,
              CASE WHEN ${LIVE} THEN 'live' WHEN k.revoked_at IS NULL THEN 'expired' ELSE 'revoked' END AS state
         FROM gateway.api_keys k JOIN gateway.accounts a ON a.id = k.account_id
        WHERE ${condition} ORDER BY a.name, k.created_at, k.id`,
      [value, new Date()],
    );
    return rows;
  }

  async #recordOf(keyId: string): Promise<KeyRecord> {
    const [record] = await this.listByIdOrPrefix(keyId);
    if (!record) throw new Error(`the key ${keyId} is not on record`);
    return record;
  }

  /**
   * Creates a successor and lets the old key expire after the grace period.
   * @throws AppError `key_refused` when the key is not live or has a live successor, and when the account has as many live
   * keys as it may.
   */
  async rotate(
    { key_id: old, prefix }: Pick<KeyRecord, 'key_id' | 'prefix'>,
    graceMs: number,
  ): Promise<{ issued: IssuedKey; replaced: KeyRecord }> {
    const id = randomUUID();
    const key = mintKey(environmentOf(prefix));
    const now = new Date();
    const ends = new Date(now.getTime() + graceMs);
    const hash = hashKey(key, this.#secrets[0]);
    if ((await this.#add(ROTATE_SQL, [old, now, ends, id, hash, displayPrefix(key)])) !== 1)
      throw new AppError('key_refused', `The key ${prefix} has expired, or was rotated already.`);
    return { issued: { key, ...(await this.#recordOf(id)) }, replaced: await this.#recordOf(old) };
  }

  /** Inserts a key. @returns the number of inserted rows. */
  async #add(sql: string, values: readonly unknown[]): Promise<number | null> {
    try {
      return (await this.#database.query(sql, values)).rowCount;
    } catch (error) {
      if (!(error instanceof Error) || (error as { code?: unknown }).code !== CHECK_VIOLATION) throw error;
      throw new AppError('key_refused', error.message, { cause: error });
    }
  }

  async rename(keyId: string, name: string): Promise<void> {
    await this.#database.query('UPDATE gateway.api_keys SET name = $2 WHERE id = $1', [keyId, name]);
  }

  /** Every gateway refuses the key within 5 s. @throws AppError `key_refused` when it has ended already. */
  async revoke({ key_id: id, prefix }: Pick<KeyRecord, 'key_id' | 'prefix'>): Promise<KeyRecord> {
    const { rowCount } = await this.#database.query(
      `UPDATE gateway.api_keys k SET revoked_at = $2 WHERE k.id = $1 AND ${LIVE}`,
      [id, new Date()],
    );
    if (rowCount !== 1) throw new AppError('key_refused', `The key ${prefix} has ended already.`);
    return this.#recordOf(id);
  }
}

interface LiveKeyRow extends Omit<LiveKey, 'environment'> {
  key_hash: Buffer;
  last_used_at: Date | null;
}

const ROTATE_SQL = `
  WITH old AS (
    SELECT id, account_id, name, scopes, bounds, expires_at FROM gateway.api_keys k
     WHERE k.id = $1::uuid AND ${LIVE}
       AND NOT EXISTS (SELECT 1 FROM gateway.api_keys s WHERE s.replaces = $1 AND s.revoked_at IS NULL)
       FOR UPDATE
  ), ended AS (
    UPDATE gateway.api_keys k SET expires_at = LEAST(k.expires_at, $3::timestamptz) FROM old WHERE k.id = old.id
  )
  INSERT INTO gateway.api_keys
    (id, account_id, key_hash, prefix, name, scopes, bounds, created_at, expires_at, replaces)
  SELECT $4::uuid, account_id, $5::bytea, $6::text, name, scopes, bounds, $2, expires_at, id FROM old
  ON CONFLICT (replaces) WHERE revoked_at IS NULL DO NOTHING`;
