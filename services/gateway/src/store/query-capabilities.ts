import type { Database } from '@imagesearch/service-kit/database';

/** Which pictures an answer's file addresses open, and until when. */
export class QueryCapabilities {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether that query returned that asset and its addresses have not expired. */
  async opens(queryId: string, assetId: string, now: Date): Promise<boolean> {
    // Addresses live for a day from the end of their search, so that older months need not be looked at.
    const { rowCount } = await this.#database.query(
      `SELECT 1 FROM gateway.queries
        WHERE query_id = $1 AND expires_at > $3 AND $2 = ANY (asset_ids)
          AND created_at > $3::timestamptz - interval '2 days'`,
      [queryId, assetId, now],
    );
    return rowCount === 1;
  }
}
