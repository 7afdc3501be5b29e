import pg from 'pg';

/** The books of all accounts together. */
export interface Books {
  charged: number;
  reserved: number;
  /** Accounts whose balance is not what their ledger says. */
  discrepancies: number;
}

/** What the gateways of this database have charged so far. */
export async function readBooks(databaseUrl: string): Promise<Books> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Books>(
      `SELECT coalesce(sum(charged), 0)::int AS charged,
              coalesce(sum(plan_reserved), 0)::int AS reserved,
              (SELECT count(*)::int FROM gateway.credit_discrepancies) AS discrepancies
         FROM gateway.credit_wallets`,
    );
    return rows[0] ?? { charged: 0, reserved: 0, discrepancies: 0 };
  } finally {
    await client.end();
  }
}
