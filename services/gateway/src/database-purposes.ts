import type { Database } from '@imagesearch/service-kit/postgres/database';
import { withinBulkhead, type Statements } from '@imagesearch/service-kit/postgres/bulkhead';

/** The database as each purpose sees it. No purpose waits for the connections of another. */
export interface DatabasePurposes {
  /** Movements of credits: one connection per account at most. */
  ledger: Statements;
  keys: Statements;
  usage: Statements;
  /** Look-ups of file addresses, for which anyone may ask. */
  files: Statements;
  maintenance: Statements;
  /** Accounts, and the check of readiness. */
  operator: Statements;
}

/** Together the connections of the pool. */
const CONNECTIONS_MAX: Readonly<Record<keyof DatabasePurposes, number>> = {
  ledger: 4,
  keys: 2,
  usage: 1,
  files: 1,
  maintenance: 1,
  operator: 1,
};

export function databasePurposes(database: Database): DatabasePurposes {
  const part = (purpose: keyof DatabasePurposes): Statements =>
    withinBulkhead(database, { connectionsMax: CONNECTIONS_MAX[purpose] });
  return {
    ledger: part('ledger'),
    keys: part('keys'),
    usage: part('usage'),
    files: part('files'),
    maintenance: part('maintenance'),
    operator: part('operator'),
  };
}
