import type { Database } from '@imagesearch/service-kit/postgres/database';
import { AppError } from '@imagesearch/service-kit/errors';

/** One movement of credits, as an argument of `sql/move_credits.sql`. */
export interface Movement {
  kind: 'reserve' | 'settle' | 'release';
  queryId: string;
  /** The other fields. Called when the group begins, with its time. */
  fieldsAt: (now: Date) => Record<string, unknown>;
}

export interface MovementRow {
  outcome: string;
  remaining: number | null;
  resets_at: Date | null;
  answer: Buffer | null;
}

export interface Moved {
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
export class MovementGroups {
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
      ({ movement }) => movement.kind === 'reserve' && movement.queryId === queryId,
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
      const rows = await this.#moveTogether(accountId, group, now);
      for (const [at, { resolve }] of group.entries()) resolve({ row: rowAt(rows, at), movedAt: now });
    } catch (error) {
      // An error that the database itself reports has undone the group, so the others are made without its cause.
      if (group.length > 1 && !isUnavailable(error)) {
        for (const one of group) await this.#commit(accountId, [one]);
      } else for (const { reject } of group) reject(error);
    }
  }

  async #moveTogether(accountId: string, group: readonly Waiting[], now: Date): Promise<MovementRow[]> {
    const movements = group.map(({ movement: { kind, queryId, fieldsAt } }) => ({
      kind,
      query_id: queryId,
      ...fieldsAt(now),
    }));
    const { rows } = await this.#database.query<MovementRow>(
      'SELECT * FROM gateway.move_credits($1, $2, $3)',
      [accountId, JSON.stringify(movements), now],
    );
    return rows;
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
