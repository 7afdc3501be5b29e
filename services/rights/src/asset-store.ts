import { sourceOf } from '@imagesearch/facets/asset-id';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import type {
  Asset,
  AssetEvent,
  AssetFiles,
  AssetStore,
  AssetSummary,
  Content,
  DeletedAsset,
  Rights,
  SourceCount,
  StoredAsset,
  StoredVersion,
} from './assets.js';
import { type AssetDescription, metadataSchema } from './metadata-schema.js';
import { RIGHTS_BASIS } from './licenses/rights.js';

/** What a row has of the rights. Their basis follows from who declared them. */
const OWN_RIGHTS = [
  'license',
  'commercial',
  'derivatives',
  'shareAlike',
  'attributionRequired',
  'attribution',
] as const satisfies (keyof Rights)[];

/** An asset as its row has it. */
type Row = AssetDescription & Pick<Rights, (typeof OWN_RIGHTS)[number]>;

const FIELDS = [...Object.keys(metadataSchema.shape), ...OWN_RIGHTS] as (keyof Row)[];

/** Each field has the column of its name: `licenseVerbatim` → `license_verbatim`. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What ingestion writes beside those. */
const STORED_COLUMNS = [
  'source',
  'content_sha256',
  'content_bytes',
  'fingerprint',
  'said_by',
  'said_because',
];
const WRITTEN = [...FIELDS.map(columnOf), ...STORED_COLUMNS];

const PUT = `
  INSERT INTO rights.assets (${WRITTEN.join(', ')})
  VALUES (${WRITTEN.map((_, index) => `$${index + 1}`).join(', ')})
  ON CONFLICT (asset_id) DO UPDATE
    SET ${WRITTEN.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}, updated_at = now()
    WHERE assets.fingerprint <> EXCLUDED.fingerprint AND assets.state = 'active'`;

const FIND_MANY = `
  SELECT ${FIELDS.map((field) => `${columnOf(field)} AS "${field}"`).join(', ')}
  FROM rights.assets WHERE asset_id = ANY($1) AND state = 'active'`;

const FIND_FILES = `
  SELECT asset_id AS "assetId", delivery, link_url AS "linkUrl", format, original_format AS "originalFormat",
    content_sha256 AS sha256, content_bytes AS bytes
  FROM rights.assets WHERE asset_id = ANY($1) AND state = 'active'`;

/** An asset that is stored beside a remembered deletion of the same content stays. */
const STORED = `
  SELECT fingerprint, state FROM (
    SELECT 1 AS place, fingerprint, state FROM rights.assets WHERE asset_id = $1
    UNION ALL
    SELECT 2, '', 'deleted' FROM rights.deletions
    WHERE asset_id = $1 OR (source = $2 AND content_sha256 = $3)
  ) known ORDER BY place LIMIT 1`;

/** One statement, so that the state and its event are written together. */
const CHANGE_STATE = `
  WITH moved AS (
    UPDATE rights.assets SET state = $2::text, updated_at = now()
    WHERE asset_id = $1 AND state <> $2::text
    RETURNING asset_id
  ), forgotten AS (
    DELETE FROM rights.deletions WHERE asset_id = $1 AND $2::text = 'active' RETURNING asset_id
  ), recorded AS (
    INSERT INTO rights.asset_events (asset_id, state, actor, reason)
    SELECT asset_id, $2::text, $3, $4 FROM (SELECT * FROM moved UNION SELECT * FROM forgotten) changed
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM recorded) AS changed
  FROM (SELECT asset_id FROM rights.assets WHERE asset_id = $1 UNION SELECT asset_id FROM forgotten) known`;

/** One statement, so that an asset is never gone without its record. */
const DELETE = `
  WITH gone AS (
    DELETE FROM rights.assets WHERE asset_id = ANY($1)
    RETURNING asset_id, source, content_version, content_sha256
  ), remembered AS (
    INSERT INTO rights.deletions (asset_id, source, content_version, content_sha256)
    SELECT asset_id, source, content_version, content_sha256 FROM gone WHERE $4::boolean
    ON CONFLICT (asset_id) DO NOTHING
  ), recorded AS (
    INSERT INTO rights.asset_events (asset_id, state, actor, reason)
    SELECT asset_id, 'deleted', $2, $3 FROM gone
  )
  SELECT asset_id AS "assetId", content_sha256 AS "contentSha256" FROM gone ORDER BY asset_id`;

const LIST = `
  SELECT asset_id AS "assetId", content_version AS "contentVersion", state
  FROM (
    SELECT asset_id, source, content_version, state FROM rights.assets
    UNION ALL
    SELECT asset_id, source, content_version, 'deleted' FROM rights.deletions
  ) known
  WHERE ($1::text IS NULL OR source = $1) AND state = ANY($2) AND ($3::text IS NULL OR asset_id > $3)
  ORDER BY asset_id
  LIMIT $4`;

const EVENT = `
  SELECT id AS "eventId", asset_id AS "assetId", state, actor, reason, at, license, previous_license AS "previousLicense"
  FROM rights.asset_events`;
const EVENTS = `${EVENT} WHERE asset_id = $1 ORDER BY id`;
/** A statement may get its id before another one and end after it; it takes 10 seconds at most. */
const EVENTS_AFTER = `${EVENT} WHERE id > $1 AND at < now() - INTERVAL '15 seconds' ORDER BY id LIMIT 500`;

const COUNTS = `
  SELECT source,
    (count(*) FILTER (WHERE state = 'active'))::float8 AS active,
    (count(*) FILTER (WHERE state = 'withdrawn'))::float8 AS withdrawn,
    (count(*) FILTER (WHERE state = 'active' AND has_location))::float8 AS "withLocation"
  FROM rights.assets GROUP BY source ORDER BY source`;

/** Above ten thousand the planner's estimate, as long as there is any active asset. Withdrawn ones are few. */
const APPROXIMATE_COUNT = `
  SELECT CASE
    WHEN reltuples > 10000 AND EXISTS (SELECT FROM rights.assets WHERE state = 'active') THEN reltuples::bigint
    ELSE (SELECT count(*) FROM (SELECT FROM rights.assets WHERE state = 'active' LIMIT 10000) some_assets)
    END AS assets
  FROM pg_class WHERE oid = 'rights.assets'::regclass`;

export function createPostgresAssetStore(database: Pick<Database, 'query'>): AssetStore {
  const rowsOf = async <Found extends object>(
    sql: string,
    values: unknown[],
    call: CallContext,
  ): Promise<Found[]> => (await database.query<Found>(sql, values, call)).rows;
  const stored: AssetStore['stored'] = async (assetId, sha256, call) =>
    (await rowsOf<StoredVersion>(STORED, [assetId, sourceOf(assetId), sha256], call))[0];
  return {
    put: async (asset, call) => {
      const { rowCount } = await database.query(PUT, valuesOf(asset), call);
      if (rowCount === 1) return 'changed';
      const { assetId } = asset.description;
      return (await stored(assetId, null, call))?.state === 'withdrawn' ? 'withdrawn' : 'unchanged';
    },
    stored,
    findMany: async (assetIds, call) => (await rowsOf<Row>(FIND_MANY, [assetIds], call)).map(toAsset),
    findFiles: async (assetIds, call) => (await rowsOf<FilesRow>(FIND_FILES, [assetIds], call)).map(toFiles),
    changeState: async ({ assetId, state, actor, reason }, call) =>
      (await rowsOf<{ changed: boolean }>(CHANGE_STATE, [assetId, state, actor, reason], call))[0],
    delete: ({ assetIds, actor, reason, remember }, call) =>
      rowsOf<DeletedAsset>(DELETE, [assetIds, actor, reason, remember], call),
    list: ({ source, states, after, limit }, call) =>
      rowsOf<AssetSummary>(LIST, [source, states, after, limit], call),
    events: (assetId, call) => rowsOf<AssetEvent>(EVENTS, [assetId], call),
    eventsAfter: (eventId, call) => rowsOf<AssetEvent>(EVENTS_AFTER, [eventId], call),
    approximateCount: async (call) => {
      const [count] = await rowsOf<{ assets: string }>(APPROXIMATE_COUNT, [], call);
      return Number(count?.assets ?? 0);
    },
    counts: (call) => rowsOf<SourceCount>(COUNTS, [], call),
  };
}

/** In the order of `WRITTEN`. */
function valuesOf({ description, rights, content, fingerprint, cause }: StoredAsset): unknown[] {
  const row: Record<keyof Row, unknown> = {
    ...rights,
    ...description,
    signals: JSON.stringify(description.signals),
    provenance: JSON.stringify(description.provenance),
    facts: JSON.stringify(description.facts),
  };
  return [
    ...FIELDS.map((field) => row[field]),
    ...[sourceOf(description.assetId), content?.sha256 ?? null, content?.bytes ?? null, fingerprint],
    ...[cause?.actor ?? null, cause?.reason ?? null],
  ];
}

function toAsset(row: Row): Asset {
  const { license, commercial, derivatives, shareAlike, attributionRequired, attribution, ...description } =
    row;
  const { licenseVerbatim, provenanceUrl, delivery, declaredBy } = description;
  return {
    description,
    rights: {
      license,
      licenseVerbatim,
      commercial,
      derivatives,
      shareAlike,
      attributionRequired,
      attribution,
      provenanceUrl,
      basis: RIGHTS_BASIS[declaredBy],
      delivery,
    },
  };
}

interface FilesRow extends Omit<AssetFiles, 'content'> {
  sha256: Content['sha256'] | null;
  /** `pg` reads a bigint as text. */
  bytes: string | null;
}

function toFiles({ sha256, bytes, ...files }: FilesRow): AssetFiles {
  return { ...files, content: sha256 === null ? null : { sha256, bytes: Number(bytes) } };
}
