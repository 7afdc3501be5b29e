import type { QueryResultRow } from 'pg';
import type { CallContext } from '../call-context.js';

export interface Answer<Row> {
  rows: Row[];
  /** Rows returned or changed. */
  rowCount: number | null;
}

/** Postgres, as a server or embedded; only `openDatabase` knows which. */
export interface Engine {
  /** With a call, a statement whose caller no longer waits is not begun, and the server ends one that takes longer. */
  query<Row extends QueryResultRow>(
    sql: string,
    values?: readonly unknown[],
    call?: CallContext,
  ): Promise<Answer<Row>>;
  /** A statement that takes longer than those of requests. */
  longQuery<Row extends QueryResultRow>(
    sql: string,
    values: readonly unknown[],
    timeoutMs: number,
  ): Promise<Answer<Row>>;
  connections(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** What migrations need: one connection, or the embedded engine. */
export type Session = Pick<Engine, 'query'>;
