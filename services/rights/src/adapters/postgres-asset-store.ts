import type { Database } from '@imagesearch/service-kit/postgres/database';
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
  insert into rights.assets (asset_id, source, ${WRITTEN_COLUMNS.join(', ')})
  values ($1, $2, ${WRITTEN_COLUMNS.map((_, index) => `$${index + 3}`).join(', ')})
  on conflict (asset_id) do update
    set ${WRITTEN_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}, updated_at = now()
    where assets.fingerprint <> excluded.fingerprint and assets.state = 'active'`;

const FIND_MANY = `select ${ASSET_COLUMNS.join(', ')} from rights.assets where asset_id = any($1) and state = 'active'`;

const FIND_FILES = `
  select asset_id, delivery, link_url, format, content_sha256, content_bytes
  from rights.assets where asset_id = $1 and state = 'active'`;

const STORED = 'select fingerprint, state from rights.assets where asset_id = $1';

/** One statement, so that a state and its record are written together or not at all. */
const CHANGE_STATE = `
  with moved as (
    update rights.assets set state = $2::text, updated_at = now()
    where asset_id = $1 and state <> $2::text
    returning asset_id
  ), recorded as (
    insert into rights.asset_events (asset_id, state, actor, reason)
    select asset_id, $2::text, $3, $4 from moved
    returning id
  )
  select exists (select from recorded) as changed from rights.assets where asset_id = $1`;

const LIST = `
  select asset_id, source, content_version, state, updated_at
  from rights.assets
  where ($1::text is null or source = $1) and state = any($2) and ($3::text is null or asset_id > $3)
  order by asset_id
  limit $4`;

const EVENTS = 'select state, actor, reason, at from rights.asset_events where asset_id = $1 order by id';

const COUNTS = `
  select source,
    count(*) filter (where state = 'active') as active,
    count(*) filter (where state = 'withdrawn') as withdrawn
  from rights.assets group by source order by source`;

export function createPostgresAssetStore(database: Pick<Database, 'query'>): AssetStore {
  const stored = async (assetId: string): Promise<StoredVersion | undefined> => {
    const { rows } = await database.query<StoredVersion>(STORED, [assetId]);
    return rows[0];
  };
  return {
    put: async (asset) => {
      const { assetId } = asset.description;
      const row = toRow(asset);
      const values = [assetId, sourceOf(assetId), ...WRITTEN_COLUMNS.map((column) => row[column])];
      const { rowCount } = await database.query(PUT, values);
      if (rowCount === 1) return 'changed';
      return (await stored(assetId))?.state === 'withdrawn' ? 'withdrawn' : 'unchanged';
    },
    stored,
    findMany: async (assetIds) => {
      const { rows } = await database.query<AssetRow>(FIND_MANY, [assetIds]);
      return rows.map(toAsset);
    },
    findFiles: async (assetId) => {
      const { rows } = await database.query<FilesRow>(FIND_FILES, [assetId]);
      return rows[0] && toAssetFiles(rows[0]);
    },
    changeState: async ({ assetId, state, actor, reason }) => {
      const { rows } = await database.query<{ changed: boolean }>(CHANGE_STATE, [
        assetId,
        state,
        actor,
        reason,
      ]);
      return rows[0];
    },
    list: async ({ source, states, after, limit }) => {
      const { rows } = await database.query<SummaryRow>(LIST, [source, states, after, limit]);
      return rows.map(toSummary);
    },
    events: async (assetId) => {
      const { rows } = await database.query<EventRow>(EVENTS, [assetId]);
      return rows;
    },
    counts: async () => {
      const { rows } = await database.query<CountRow>(COUNTS);
      return rows.map(({ source, active, withdrawn }) => ({
        source,
        active: Number(active),
        withdrawn: Number(withdrawn),
      }));
    },
  };
}
