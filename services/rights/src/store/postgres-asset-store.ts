import type { Database } from '@imagesearch/service-kit/database';
import type { AssetStore } from '../domain/asset-store.js';
import { sourceOf } from '../domain/asset.js';
import {
  ASSET_COLUMNS,
  toAsset,
  toAssetFiles,
  toRow,
  WRITTEN_COLUMNS,
  type AssetRow,
  type FilesRow,
} from './asset-rows.js';

const PUT = `
  insert into rights.assets (asset_id, source, ${WRITTEN_COLUMNS.join(', ')})
  values ($1, $2, ${WRITTEN_COLUMNS.map((_, index) => `$${index + 3}`).join(', ')})
  on conflict (asset_id) do update
    set ${WRITTEN_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}, updated_at = now()
    where assets.fingerprint <> excluded.fingerprint`;

const FIND_MANY = `select ${ASSET_COLUMNS.join(', ')} from rights.assets where asset_id = any($1) and state = 'active'`;

const FIND_FILES = `
  select asset_id, delivery, link_url, format, content_sha256, content_bytes
  from rights.assets where asset_id = $1 and state = 'active'`;

export function createPostgresAssetStore(database: Pick<Database, 'query'>): AssetStore {
  return {
    put: async (asset) => {
      const { assetId } = asset.description;
      const row = toRow(asset);
      const values = [assetId, sourceOf(assetId), ...WRITTEN_COLUMNS.map((column) => row[column])];
      const { rowCount } = await database.query(PUT, values);
      return rowCount === 1;
    },
    fingerprintOf: async (assetId) => {
      const sql = 'select fingerprint from rights.assets where asset_id = $1';
      const { rows } = await database.query<{ fingerprint: string }>(sql, [assetId]);
      return rows[0]?.fingerprint;
    },
    findMany: async (assetIds) => {
      const { rows } = await database.query<AssetRow>(FIND_MANY, [assetIds]);
      return rows.map(toAsset);
    },
    findFiles: async (assetId) => {
      const { rows } = await database.query<FilesRow>(FIND_FILES, [assetId]);
      return rows[0] && toAssetFiles(rows[0]);
    },
    count: async () => {
      const sql = `select count(*) as assets from rights.assets where state = 'active'`;
      const { rows } = await database.query<{ assets: string }>(sql);
      return Number(rows[0]?.assets ?? 0);
    },
  };
}
