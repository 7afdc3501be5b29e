import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { CapabilityLookup, FileCapability } from './file-addresses.js';

export class QueryCapabilities implements CapabilityLookup {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** What that query returned; undefined when it is unknown or its addresses have expired. */
  async find(queryId: string, now: Date): Promise<FileCapability | undefined> {
    // Addresses live for a day from the end of their search, so that older months need not be looked at.
    const { rows } = await this.#database.query<{ asset_ids: string[]; expires_at: Date }>(
      `SELECT asset_ids, expires_at FROM gateway.queries
        WHERE query_id = $1 AND expires_at > $2 AND created_at > $2::timestamptz - interval '2 days'`,
      [queryId, now],
    );
    const [row] = rows;
    return row && { assetIds: new Set(row.asset_ids), expiresAt: row.expires_at };
  }
}
