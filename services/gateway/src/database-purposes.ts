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

/** Few, because these statements are short and rare. What is left of the pool is the ledger's. */
const CONNECTIONS_MAX: Readonly<Record<Exclude<keyof DatabasePurposes, 'ledger'>, number>> = {
  keys: 2,
  usage: 1,
  files: 1,
  maintenance: 1,
  operator: 1,
};

/** @param poolMax Connections of the pool. One of fewer than seven is too small for every purpose to have its own. */
export function databasePurposes(database: Statements, poolMax: number): DatabasePurposes {
  const part = (connectionsMax: number): Statements => withinBulkhead(database, { connectionsMax });
  const others = Object.values(CONNECTIONS_MAX).reduce((sum, connections) => sum + connections, 0);
  return {
    ledger: part(Math.max(1, poolMax - others)),
    keys: part(CONNECTIONS_MAX.keys),
    usage: part(CONNECTIONS_MAX.usage),
    files: part(CONNECTIONS_MAX.files),
    maintenance: part(CONNECTIONS_MAX.maintenance),
    operator: part(CONNECTIONS_MAX.operator),
  };
}
