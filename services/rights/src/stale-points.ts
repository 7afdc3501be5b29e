import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Database } from '@imagesearch/service-kit/postgres/database';

/** A note that the point of an image may say something else than its row; a trigger writes it with each change of the row. */
export interface NotedPoint {
  assetId: string;
  note: string;
}

export interface StalePoint extends NotedPoint {
  /** What the index is to hold; null where it is to hold nothing. */
  contentVersion: string | null;
  /** Whether the point is written again although it has this version. */
  rewrite: boolean;
}

/**
 * `agrees`: the index holds what it should. `claimed`: somebody repairs it. `written`: they did. `failed`: it cannot be repaired
 * now.
 */
export const MARKS = ['agrees', 'claimed', 'written', 'failed'] as const;
export type Mark = (typeof MARKS)[number];

const DUE = `
  SELECT noted.asset_id AS "assetId", noted.note, noted.rewrite, assets.content_version AS "contentVersion"
  FROM rights.stale_points noted
  LEFT JOIN rights.assets ON assets.asset_id = noted.asset_id AND assets.state = 'active'
  WHERE noted.due_at <= now() ORDER BY noted.due_at LIMIT $1`;

/** A note of a change that is not due yet stays so: its point is being written. */
const NOTE = `
  INSERT INTO rights.stale_points AS noted (asset_id, note, due_at, rewrite)
  SELECT asset_id, gen_random_uuid(), now(), $2 FROM unnest($1::text[]) AS asset_id
  ON CONFLICT (asset_id) DO UPDATE SET
    rewrite = noted.rewrite OR EXCLUDED.rewrite,
    due_at = CASE WHEN noted.agreed THEN EXCLUDED.due_at ELSE noted.due_at END,
    agreed = false`;

/** Longer than a writer repeats a call that fails: what was written late is found by the second look. */
const SECOND_LOOK = "INTERVAL '2 minutes'";
/** So many points are claimed at once that they are written within it. After a crash of who claimed them, another one may. */
const CLAIM = "INTERVAL '8 seconds'";
const RETRY = "INTERVAL '1 hour'";

/** Nobody waits for a note that another replica has at this moment. @param where Which of the notes given. */
const marked = (where: string): string => `
  WITH marked AS MATERIALIZED (
    SELECT noted.asset_id, noted.agreed FROM rights.stale_points noted
    JOIN unnest($1::text[], $2::uuid[]) AS given (asset_id, note) USING (asset_id, note)
    WHERE ${where} FOR UPDATE OF noted SKIP LOCKED
  )`;

const changing = (set: string, where = 'true'): string => `${marked(where)}, changed AS (
    UPDATE rights.stale_points SET ${set} WHERE asset_id IN (SELECT asset_id FROM marked)
  )
  SELECT asset_id AS "assetId" FROM marked`;

/** Of replicas that list a note at the same time, one finds it due. */
const IS_DUE = 'noted.due_at <= now()';

const MARK: Readonly<Record<Mark, string>> = {
  agrees: `${marked(IS_DUE)}, settled AS (
      DELETE FROM rights.stale_points WHERE asset_id IN (SELECT asset_id FROM marked WHERE agreed)
    ), agreeing AS (
      UPDATE rights.stale_points SET agreed = true, due_at = now() + ${SECOND_LOOK}
      WHERE asset_id IN (SELECT asset_id FROM marked WHERE NOT agreed)
    )
    SELECT asset_id AS "assetId" FROM marked`,
  claimed: changing(`due_at = now() + ${CLAIM}, agreed = false`, IS_DUE),
  written: changing('rewrite = false'),
  failed: changing(`due_at = now() + ${RETRY}`),
};

const VERSIONS = `
  SELECT asset_id AS "assetId", content_version AS "contentVersion" FROM rights.assets
  WHERE asset_id = ANY($1) AND state = 'active'`;

export type StalePoints = ReturnType<typeof createStalePoints>;

/** The notes of what the index may lack. Several replicas may read and mark them at once. */
export function createStalePoints(database: Pick<Database, 'query'>) {
  return {
    /** Those that somebody is to look at, the oldest first. */
    due: async (limit: number, call: CallContext): Promise<StalePoint[]> =>
      (await database.query<StalePoint>(DUE, [limit], call)).rows,
    /** Notes images whatever became of their rows. */
    note: async (assetIds: readonly string[], rewrite: boolean, call: CallContext): Promise<void> => {
      await database.query(NOTE, [assetIds, rewrite], call);
    },
    /** @returns the images whose notes were still these, and could be marked so. */
    mark: async (points: readonly NotedPoint[], mark: Mark, call: CallContext): Promise<string[]> => {
      const given = [points.map(({ assetId }) => assetId), points.map(({ note }) => note)];
      const { rows } = await database.query<{ assetId: string }>(MARK[mark], given, call);
      return rows.map(({ assetId }) => assetId);
    },
    /** Of the active ones of these assets. */
    contentVersions: async (assetIds: readonly string[], call: CallContext): Promise<Map<string, string>> => {
      type Version = Record<'assetId' | 'contentVersion', string>;
      const { rows } = await database.query<Version>(VERSIONS, [assetIds], call);
      return new Map(rows.map(({ assetId, contentVersion }) => [assetId, contentVersion]));
    },
  };
}
