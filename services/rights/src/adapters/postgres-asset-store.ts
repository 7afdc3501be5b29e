import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { AssetStore, StoredVersion } from '../domain/asset-store.js';
import { sourceOf } from '@imagesearch/facets/asset-id';
import {
  ASSET_COLUMNS,
  toAsset,
  toAssetFiles,
  toRow,
  toSummary,
  WRITTEN_COLUMNS,
  type AssetRow,
  type CountRow,
  type EventRow,
  type FilesRow,
  type SummaryRow,
} from './asset-rows.js';

const PUT = `
  INSERT INTO rights.assets (asset_id, source, ${WRITTEN_COLUMNS.join(', ')})
  VALUES ($1, $2, ${WRITTEN_COLUMNS.map((_, index) => `$${index + 3}`).join(', ')})
  ON CONFLICT (asset_id) DO UPDATE
    SET ${WRITTEN_COLUMNS.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}, updated_at = now()
    WHERE assets.fingerprint <> EXCLUDED.fingerprint AND assets.state = 'active'`;

const FIND_MANY = `SELECT ${ASSET_COLUMNS.join(', ')} FROM rights.assets WHERE asset_id = ANY($1) AND state = 'active'`;

const FIND_FILES = `
  SELECT asset_id, delivery, link_url, format, original_format, content_sha256, content_bytes
  FROM rights.assets WHERE asset_id = ANY($1) AND state = 'active'`;

const STORED = 'SELECT fingerprint, state FROM rights.assets WHERE asset_id = $1';

/** One statement, so that the state and its event are written together. */
const CHANGE_STATE = `
  WITH moved AS (
    UPDATE rights.assets SET state = $2::text, updated_at = now()
    WHERE asset_id = $1 AND state <> $2::text
    RETURNING asset_id
  ), recorded AS (
    INSERT INTO rights.asset_events (asset_id, state, actor, reason)
    SELECT asset_id, $2::text, $3, $4 FROM moved
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM recorded) AS changed FROM rights.assets WHERE asset_id = $1`;

/** One statement, so that an asset is never gone without its record. */
const DELETE = `
  WITH gone AS (
    DELETE FROM rights.assets WHERE asset_id = ANY($1) RETURNING asset_id, content_sha256
  ), recorded AS (
    INSERT INTO rights.asset_events (asset_id, state, actor, reason)
    SELECT asset_id, 'deleted', $2, $3 FROM gone
  )
  SELECT asset_id, content_sha256 FROM gone ORDER BY asset_id`;

const LIST = `
  SELECT asset_id, source, content_version, state, updated_at
  FROM rights.assets
  WHERE ($1::text IS NULL OR source = $1) AND state = ANY($2) AND ($3::text IS NULL OR asset_id > $3)
  ORDER BY asset_id
  LIMIT $4`;

const EVENTS = 'SELECT state, actor, reason, at FROM rights.asset_events WHERE asset_id = $1 ORDER BY id';

const COUNTS = `
  SELECT source,
    count(*) FILTER (WHERE state = 'active') AS active,
    count(*) FILTER (WHERE state = 'withdrawn') AS withdrawn
  FROM rights.assets GROUP BY source ORDER BY source`;

/**
 * Above ten thousand the planner's estimate, as long as there is any active asset. It is looked for from one source and state to
 * the next in their index, because active assets may come after millions of withdrawn ones in the table.
 */
const APPROXIMATE_COUNT = `
  WITH RECURSIVE kinds AS (
    (SELECT source, state FROM rights.assets ORDER BY source, state LIMIT 1)
    UNION ALL
    SELECT next.source, next.state FROM kinds CROSS JOIN LATERAL (
      SELECT source, state FROM rights.assets WHERE (source, state) > (kinds.source, kinds.state)
      ORDER BY source, state LIMIT 1
    ) next
  ), estimate AS (
    SELECT reltuples::bigint AS assets FROM pg_class WHERE oid = 'rights.assets'::regclass
  )
  SELECT CASE
    WHEN assets <= 10000 THEN
      (SELECT count(*) FROM (SELECT FROM rights.assets WHERE state = 'active' LIMIT 10000) some_assets)
    WHEN EXISTS (SELECT FROM kinds WHERE state = 'active') THEN assets
    ELSE 0 END AS assets
  FROM estimate`;

export function createPostgresAssetStore(database: Pick<Database, 'query'>): AssetStore {
  const stored = async (assetId: string, call: CallContext): Promise<StoredVersion | undefined> => {
    const { rows } = await database.query<StoredVersion>(STORED, [assetId], call);
    return rows[0];
  };
  const findFilesOfMany: AssetStore['findFilesOfMany'] = async (assetIds, call) => {
    const { rows } = await database.query<FilesRow>(FIND_FILES, [assetIds], call);
    return rows.map(toAssetFiles);
  };
  return {
    put: async (asset, call) => {
      const { assetId } = asset.description;
      const row = toRow(asset);
      const values = [assetId, sourceOf(assetId), ...WRITTEN_COLUMNS.map((column) => row[column])];
      const { rowCount } = await database.query(PUT, values, call);
      if (rowCount === 1) return 'changed';
      return (await stored(assetId, call))?.state === 'withdrawn' ? 'withdrawn' : 'unchanged';
    },
    stored,
    findMany: async (assetIds, call) => {
      const { rows } = await database.query<AssetRow>(FIND_MANY, [assetIds], call);
      return rows.map(toAsset);
    },
    findFiles: async (assetId, call) => (await findFilesOfMany([assetId], call))[0],
    findFilesOfMany,
    changeState: async ({ assetId, state, actor, reason }, call) => {
      const values = [assetId, state, actor, reason];
      const { rows } = await database.query<{ changed: boolean }>(CHANGE_STATE, values, call);
      return rows[0];
    },
    delete: async ({ assetIds, actor, reason }, call) => {
      const values = [assetIds, actor, reason];
      const { rows } = await database.query<Pick<FilesRow, 'asset_id' | 'content_sha256'>>(
        DELETE,
        values,
        call,
      );
      return rows.map(({ asset_id: assetId, content_sha256: contentSha256 }) => ({ assetId, contentSha256 }));
    },
    ...listingOf(database),
  };
}

/** What looks at many assets at once. */
function listingOf(
  database: Pick<Database, 'query'>,
): Pick<AssetStore, 'list' | 'events' | 'approximateCount' | 'counts'> {
  return {
    list: async ({ source, states, after, limit }, call) => {
      const { rows } = await database.query<SummaryRow>(LIST, [source, states, after, limit], call);
      return rows.map(toSummary);
    },
    events: async (assetId, call) => {
      const { rows } = await database.query<EventRow>(EVENTS, [assetId], call);
      return rows;
    },
    approximateCount: async (call) => {
      const { rows } = await database.query<{ assets: string }>(APPROXIMATE_COUNT, [], call);
      return Number(rows[0]?.assets ?? 0);
    },
    counts: async (call) => {
      const { rows } = await database.query<CountRow>(COUNTS, [], call);
      return rows.map(({ source, active, withdrawn }) => ({
        source,
        active: Number(active),
        withdrawn: Number(withdrawn),
      }));
    },
  };
}
