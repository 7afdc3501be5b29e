import type { Database } from '@imagesearch/service-kit/postgres/database';
import { AppError } from '@imagesearch/service-kit/errors';
import { billingPeriodAt } from './balance.js';
import type {
  BilledAccount,
  Ledger,
  ReleaseRequest,
  ReserveOutcome,
  ReserveRequest,
  Reservation,
  Settlement,
  SettleOutcome,
} from './ledger.js';

export const FILES_LIFETIME_MS = 24 * 60 * 60_000;
/** How long an answer can be replayed for its Idempotency-Key. */
const ANSWER_LIFETIME_MS = 24 * 60 * 60_000;

interface LedgerOptions {
  now: () => Date;
  /** Far above the deadline of any request, so that a reservation expires only after its gateway crashed. */
  reservationLifetimeMs: number;
}

/** Keeps credits in Postgres. The rules are the functions in `sql/`; what waits of one account is moved together. */
export class CreditLedger implements Ledger {
  readonly #database: Pick<Database, 'query'>;
  readonly #groups: MovementGroups;
  readonly #now: () => Date;
  readonly #lifetimeMs: number;

  constructor(database: Pick<Database, 'query'>, { now, reservationLifetimeMs }: LedgerOptions) {
    this.#database = database;
    this.#groups = new MovementGroups(database, now);
    this.#now = now;
    this.#lifetimeMs = reservationLifetimeMs;
  }

  async reserve(request: ReserveRequest): Promise<ReserveOutcome> {
    const { accountId, queryId, endpoint, keyId, credits, idempotency } = request;
    const now = this.#now();
    const [, plan_credits, period_start, period_end] = walletArguments(request, now);
    const { row, movedAt } = await this.#groups.move(accountId, {
      kind: 'reserve',
      query_id: queryId,
      ...{ plan_credits, period_start, period_end, endpoint, credits },
      expires_at: later(now, this.#lifetimeMs),
      key: idempotency?.key ?? null,
      request_hash: hexOf(idempotency?.requestHash),
      api_key: keyId,
    });
    return reserveOutcome(row, { accountId, queryId, reservedAt: movedAt });
  }

  async settle(reservation: Reservation, { charged, assetIds, answer }: Settlement): Promise<SettleOutcome> {
    const { accountId, queryId, reservedAt } = reservation;
    const now = this.#now();
    const { row } = await this.#groups.move(accountId, {
      kind: 'settle',
      query_id: queryId,
      reserved_at: reservedAt,
      charged,
      asset_ids: assetIds,
      files_until: later(now, FILES_LIFETIME_MS),
      answer: hexOf(answer),
      answer_until: later(now, ANSWER_LIFETIME_MS),
    });
    return row.outcome === 'settled'
      ? { outcome: 'settled', remaining: row.remaining }
      : { outcome: 'expired' };
  }

  async release({ accountId, queryId }: ReleaseRequest): Promise<void> {
    if (this.#groups.takeBack(accountId, queryId)) return;
    await this.#groups.move(accountId, { kind: 'release', query_id: queryId });
  }

  /** Adds credits that expire with the current period. @returns credits left to reserve, packs included. */
  async grant(account: BilledAccount, credits: number): Promise<number> {
    return this.#add('grant', account, credits);
  }

  /** Adds credits that do not expire and are used last. @returns credits left in packs. */
  async addPack(account: BilledAccount, credits: number): Promise<number> {
    return this.#add('pack', account, credits);
  }

  async #add(kind: 'grant' | 'pack', account: BilledAccount, credits: number): Promise<number> {
    const now = this.#now();
    const { rows } = await this.#database.query<{ total: number }>(
      'SELECT gateway.add_credits($1, $2, $3, $4, $5, $6, $7) AS total',
      [...walletArguments(account, now), kind, credits, now],
    );
    return single(rows).total;
  }
}

/** First arguments of every function that opens a wallet: account, plan credits, start and end of the period. */
export function walletArguments({ accountId, planCredits, billingDay }: BilledAccount, now: Date) {
  const { startsAt, endsAt } = billingPeriodAt(now, billingDay);
  return [accountId, planCredits, startsAt, endsAt] as const;
}

function reserveOutcome(row: MovementRow, reservation: Reservation): ReserveOutcome {
  const { remaining, resets_at: resetsAt, answer } = row;
  const outcome = row.outcome as ReserveOutcome['outcome'];
  switch (outcome) {
    case 'reserved':
      return { outcome, reservation, remaining };
    case 'exhausted':
      if (!resetsAt) throw new Error('an exhausted period has no end');
      return { outcome, remaining: remaining ?? 0, resetsAt };
    case 'replay':
      if (!answer) throw new Error('a replayed idempotency record holds no answer');
      return { outcome, answer, remaining };
    case 'in_flight':
    case 'mismatch':
      return { outcome };
  }
}

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** As Postgres reads bytes. */
const hexOf = (bytes: Buffer | null | undefined): string | null =>
  bytes ? `\\x${bytes.toString('hex')}` : null;

function single<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('a database function returned no row');
  return row;
}

/** One movement of credits, as an argument of `sql/reservations.sql`, which names its other fields. */
interface Movement extends Record<string, unknown> {
  kind: 'reserve' | 'settle' | 'release';
  query_id: string;
}

interface MovementRow {
  outcome: string;
  remaining: number | null;
  resets_at: Date | null;
  answer: Buffer | null;
}

interface Moved {
  row: MovementRow;
  /** When its group began. */
  movedAt: Date;
}

interface Waiting {
  movement: Movement;
  resolve: (moved: Moved) => void;
  reject: (error: unknown) => void;
}

/** Larger groups hold the wallet's lock longer and gain little. */
const GROUP_MOVEMENTS_MAX = 100;
/** Reservations of one account that may wait. Settlements and releases follow from them, so they are never refused. */
const RESERVATIONS_WAITING_MAX = 2_000;

/**
 * Commits what waits of one account in one statement and one transaction. An account has one group under way, so it holds
 * one connection however many searches it has in flight; a lone movement does not wait. The movements of an account are made
 * in the order of their arrival.
 */
class MovementGroups {
  readonly #database: Pick<Database, 'query'>;
  readonly #now: () => Date;
  /** Accounts with a group under way, and what waits for their next one. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(database: Pick<Database, 'query'>, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** @throws AppError `overloaded` when too many reservations of the account wait; what the database throws. */
  move(accountId: string, movement: Movement): Promise<Moved> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(accountId);
      if (waiting === undefined) {
        void this.#commitAll(accountId, { movement, resolve, reject });
      } else if (movement.kind === 'reserve' && waiting.length >= RESERVATIONS_WAITING_MAX) {
        reject(new AppError('overloaded', 'Too many searches of this account wait to be billed.'));
      } else waiting.push({ movement, resolve, reject });
    });
  }

  /** Takes back a reservation that still waits. @returns whether it did; otherwise it is made or under way. */
  takeBack(accountId: string, queryId: string): boolean {
    const waiting = this.#waiting.get(accountId) ?? [];
    const at = waiting.findIndex(
      ({ movement: { kind, query_id } }) => kind === 'reserve' && query_id === queryId,
    );
    const [taken] = at < 0 ? [] : waiting.splice(at, 1);
    taken?.reject(new AppError('cancelled', 'The reservation was taken back before it was made.'));
    return taken !== undefined;
  }

  async #commitAll(accountId: string, first: Waiting): Promise<void> {
    const waiting: Waiting[] = [];
    this.#waiting.set(accountId, waiting);
    let group = [first];
    while (group.length > 0) {
      await this.#commit(accountId, group);
      group = waiting.splice(0, GROUP_MOVEMENTS_MAX);
    }
    this.#waiting.delete(accountId);
  }

  /** Answers every movement of the group; never throws. */
  async #commit(accountId: string, group: readonly Waiting[]): Promise<void> {
    try {
      const now = this.#now();
      const movements = JSON.stringify(group.map(({ movement }) => movement));
      const { rows } = await this.#database.query<MovementRow>(
        'SELECT * FROM gateway.move_credits($1, $2, $3)',
        [accountId, movements, now],
      );
      for (const [at, { resolve }] of group.entries()) resolve({ row: rowAt(rows, at), movedAt: now });
    } catch (error) {
      // An error that the database itself reports has undone the group, so the others are made without its cause.
      if (group.length > 1 && !isUnavailable(error)) {
        for (const one of group) await this.#commit(accountId, [one]);
      } else for (const { reject } of group) reject(error);
    }
  }
}

function rowAt(rows: readonly MovementRow[], at: number): MovementRow {
  const row = rows[at];
  if (!row) throw new Error('a movement of credits has no outcome');
  return row;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'dependency_unavailable';
}
