import type { Database } from '@imagesearch/service-kit/postgres/database';

/** Much longer than removing a few files takes: after it the sweeper counts as dead, and another may take over. */
const CONDEMNED_FOR = `INTERVAL '10 minutes'`;

const CLAIM = `
  INSERT INTO rights.contents (sha256) VALUES ($1)
  ON CONFLICT (sha256) DO UPDATE SET claimed_at = now(), condemned_at = NULL
    WHERE contents.condemned_at IS NULL OR contents.condemned_at < now() - ${CONDEMNED_FOR}`;

/**
 * One page of the primary key, so that the cost does not grow with the table. The row lock orders this against a claim. An
 * earlier claim has moved `claimed_at`, which is checked again.
 */
const CONDEMN = `
  WITH page AS (
    SELECT sha256 FROM rights.contents WHERE sha256 > $2 ORDER BY sha256 LIMIT $3
  ), condemned AS (
    UPDATE rights.contents SET condemned_at = now()
    WHERE sha256 IN (
      SELECT sha256 FROM rights.contents candidates
      WHERE sha256 IN (SELECT sha256 FROM page)
        AND claimed_at < now() - $1::float8 * INTERVAL '1 millisecond'
        AND (condemned_at IS NULL OR condemned_at < now() - ${CONDEMNED_FOR})
        AND NOT EXISTS (SELECT FROM rights.assets WHERE content_sha256 = candidates.sha256)
      FOR UPDATE SKIP LOCKED
    )
    AND claimed_at < now() - $1::float8 * INTERVAL '1 millisecond'
    RETURNING sha256
  )
  SELECT (SELECT max(sha256) FROM page) AS last, (SELECT array_agg(sha256) FROM condemned) AS condemned`;

/** A later claim has moved `claimed_at` past this statement's start, and wins. */
const CONDEMN_NOW = `
  UPDATE rights.contents SET condemned_at = now()
  WHERE sha256 = $1 AND claimed_at < now()
    AND (condemned_at IS NULL OR condemned_at < now() - ${CONDEMNED_FOR})
    AND NOT EXISTS (SELECT FROM rights.assets WHERE content_sha256 = $1)`;

const FORGET = 'DELETE FROM rights.contents WHERE sha256 = $1 AND condemned_at IS NOT NULL';

export type ContentRegister = ReturnType<typeof createContentRegister>;

/**
 * Which contents may have files in the blob store. It decides between an ingestion that is about to refer to a content
 * and a sweeper that is about to remove it: if the sweeper is first, the ingestion waits; else the sweeper skips it.
 */
export function createContentRegister(database: Pick<Database, 'query'>) {
  return {
    /** Records that an asset is about to refer to the content; false while a sweeper removes its files. */
    claim: async (sha256: string) => (await database.query(CLAIM, [sha256])).rowCount === 1,
    /**
     * Looks at the next contents in the order of their digests, `last` being the last of them, and marks those for removal that
     * no asset in any state refers to and whose last claim is older than `graceMs`. The register's own clock counts, so the
     * clocks of replicas may differ.
     */
    condemn: async ({ graceMs, after, limit }: ContentPage) => {
      const { rows } = await database.query<{ last: string | null; condemned: string[] | null }>(CONDEMN, [
        graceMs,
        after,
        limit,
      ]);
      return { condemned: rows[0]?.condemned ?? [], last: rows[0]?.last ?? undefined };
    },
    /** Marks one content for removal at once; false while an asset refers to it or another sweeper has it. */
    condemnNow: async (sha256: string) => (await database.query(CONDEMN_NOW, [sha256])).rowCount === 1,
    /** Deletes the record of a condemned content, once its files are removed. */
    forget: async (sha256: string): Promise<void> => {
      await database.query(FORGET, [sha256]);
    },
  };
}

interface ContentPage {
  graceMs: number;
  /** Digest after which the page begins; empty for the first one. */
  after: string;
  /** Contents to look at. */
  limit: number;
}
