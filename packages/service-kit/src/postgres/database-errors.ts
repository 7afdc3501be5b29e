import { types } from 'node:util';
import { AppError } from '../errors.js';
import { TRANSIENT_NETWORK_CODES } from '../resilience/transient-errors.js';

/**
 * @throws AppError `dependency_unavailable` when the database cannot be reached. Any other failure passes unchanged.
 */
export async function reachingDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new AppError('dependency_unavailable', 'The database is unavailable.', {
      ctx: { dependency: 'database' },
      cause: error,
    });
  }
}

/** Recognises Node's socket errors, Postgres' SQLSTATEs and `pg`'s messages. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  // Node tries every address of a host name and reports one error for each.
  const { code = '', errors } = error as Error & { code?: string; errors?: unknown[] };
  if (errors !== undefined) return errors.some(isDatabaseUnavailable);
  return (
    SOCKET_ERRORS.has(code) ||
    UNAVAILABLE_STATES.has(code) ||
    code.startsWith('08') ||
    UNAVAILABLE_MESSAGE.test(error.message)
  );
}

/** ENOENT: the Unix socket of the database does not exist. */
const SOCKET_ERRORS = new Set([...TRANSIENT_NETWORK_CODES, 'ENOENT']);

/** Shutdown, too many connections, out of disk or memory, a standby after a failover, a statement over its time. */
const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '53300', '53100', '53200', '25006', '57014']);

/** `pg` has no codes for these errors. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed)/;
