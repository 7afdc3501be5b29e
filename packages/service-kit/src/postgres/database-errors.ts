import { types } from 'node:util';
import { AppError } from '../errors.js';
import { TRANSIENT_NETWORK_CODES } from '../resilience/transient-errors.js';

/**
 * Runs a query, and says `dependency_unavailable` when the database could not be reached or was going away.
 * Any other failure is thrown as it is: it is a bug in the statement.
 */
export async function reachingDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    throw new AppError('dependency_unavailable', 'The database is unavailable.', {
      ctx: { dependency: 'database' },
      cause: error,
    });
  }
}

/** Socket errors of Node, and the SQLSTATEs and messages with which Postgres and `pg` say that no answer will come. */
function isDatabaseAway(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  // Node tries every address of a name and reports one failure for each.
  const { code = '', errors } = error as Error & { code?: string; errors?: unknown[] };
  if (errors !== undefined) return errors.some(isDatabaseAway);
  return (
    SOCKET_ERRORS.has(code) ||
    AWAY_STATES.has(code) ||
    code.startsWith('08') ||
    AWAY_MESSAGE.test(error.message)
  );
}

/** A socket file that is not there is a database that is not there. */
const SOCKET_ERRORS = new Set([...TRANSIENT_NETWORK_CODES, 'ENOENT']);

/**
 * Shutdown (57P01–57P03), too many connections (53300), out of disk or memory (53100, 53200), a standby after a
 * failover (25006), a statement over its time (57014).
 */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '53300', '53100', '53200', '25006', '57014']);

/** `pg` has no codes for these. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed)/;
