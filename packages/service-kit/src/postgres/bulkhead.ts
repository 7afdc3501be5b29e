import { AppError } from '../errors.js';
import { createSemaphore } from '../resilience/semaphore.js';
import type { Database } from './database.js';

export type Statements = Pick<Database, 'query' | 'longQuery'>;

export interface BulkheadOptions {
  /** Connections of the pool that this purpose may hold at once. */
  connectionsMax: number;
  /** Statements that may wait for one of them; the next one is refused as `overloaded`. By default any number. */
  waitingMax?: number;
}

/** As long as a statement without a bulkhead waits for a connection of the pool. */
const WAIT_MS_MAX = 5_000;

/**
 * The database for one purpose, so that no other purpose waits for it. Waiting statements start in the order of arrival.
 * Statements throw what those of the database throw, and `dependency_unavailable` after 5 s of waiting.
 */
export function withinBulkhead(
  database: Statements,
  { connectionsMax, waitingMax = Infinity }: BulkheadOptions,
): Statements {
  const connections = createSemaphore(connectionsMax, {
    waitingMax,
    fullMessage: 'Too many requests wait for the database. Try again shortly.',
  });
  const held = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const release = await connectionWithin(connections);
    return work().finally(release);
  };
  return {
    query: (sql, values, call) => held(() => database.query(sql, values, call)),
    longQuery: (sql, values, timeoutMs) => held(() => database.longQuery(sql, values, timeoutMs)),
  };
}

async function connectionWithin(connections: ReturnType<typeof createSemaphore>): Promise<() => void> {
  if (connections.isFree()) return connections.acquire();
  const wait = { signal: new AbortController().signal, deadlineAt: Date.now() + WAIT_MS_MAX };
  try {
    return await connections.acquire(wait);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'deadline_exceeded') throw error;
    throw new AppError('dependency_unavailable', 'The database is unavailable.', {
      ctx: { dependency: 'database' },
      cause: error,
    });
  }
}
