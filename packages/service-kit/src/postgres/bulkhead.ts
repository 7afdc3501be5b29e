import { detachedCall } from '../call-context.js';
import { AppError } from '../errors.js';
import { createSemaphore } from '../resilience/semaphore.js';
import type { Statements } from './engine.js';

export type { Statements } from './engine.js';

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
    late: () =>
      new AppError('dependency_unavailable', 'The database is unavailable.', {
        ctx: { dependency: 'database' },
      }),
  });
  return {
    query: (sql, values, limit) =>
      connections.run(() => database.query(sql, values, limit), detachedCall(WAIT_MS_MAX)),
  };
}
