import { sourceOf } from '@imagesearch/facets/asset-id';
import { snakeCase } from '@imagesearch/facets/facets';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import type {
  Asset,
  AssetEvent,
  AssetPage,
  AssetSummary,
  ContentState,
  Deletion,
  RemovedAsset,
  Rights,
  SourceCount,
  StateChange,
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

type Fields = AssetDescription & Pick<Rights, (typeof OWN_RIGHTS)[number]>;

const FIELDS = [...Object.keys(metadataSchema.shape), ...OWN_RIGHTS] as (keyof Fields)[];

/** An asset as its row has it. */
interface Row extends Fields {
  sha256: string | null;
  /** `pg` reads a bigint as text. */
  bytes: string | null;
}

/** What ingestion writes beside those, each of which has the column of its name. */
const STORED_COLUMNS = [
  'source',
  'content_sha256',
  'content_bytes',
  'digests',
  'fingerprint',
  'said_by',
  'said_because',
];
const WRITTEN = [...FIELDS.map(snakeCase), ...STORED_COLUMNS];

const PUT = `
  INSERT INTO rights.assets (${WRITTEN.join(', ')})
  VALUES (${WRITTEN.map((_, index) => `$${index + 1}`).join(', ')})
  ON CONFLICT (asset_id) DO UPDATE
    SET ${WRITTEN.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}, updated_at = now()
    WHERE assets.state = 'active'
      AND (assets.fingerprint <> EXCLUDED.fingerprint OR NOT assets.digests @> EXCLUDED.digests)`;

const REPLACE = `
  UPDATE rights.assets
  SET ${WRITTEN.map((column, index) => `${column} = $${index + 1}`).join(', ')}, updated_at = now()
  WHERE asset_id = $${WRITTEN.indexOf('asset_id') + 1} AND state = 'active' AND content_version = $${WRITTEN.length + 1}`;

const FIND_MANY = `
  SELECT ${FIELDS.map((field) => `${snakeCase(field)} AS "${field}"`).join(', ')},
    content_sha256 AS sha256, content_bytes AS bytes
  FROM rights.assets WHERE asset_id = ANY($1) AND state = 'active'`;

const STORED = `
  SELECT own.fingerprint, coalesce(own.digests, '{}') AS digests, coalesce(held.state, own.state) AS state,
    held.asset_id AS "withheldBy"
  FROM (SELECT $1::text AS asset_id) asked
  LEFT JOIN rights.assets own ON own.asset_id = asked.asset_id
  LEFT JOIN LATERAL rights.withheld_by(asked.asset_id, $2) held ON true`;

/** Each is one statement, so that what changes and its record are written together. */
const CHANGE_STATE = 'SELECT asset_id AS "assetId", state, changed FROM rights.change_state($1, $2, $3, $4)';
const DELETE = `
  SELECT asset_id AS "assetId", content_sha256 AS "contentSha256", state
  FROM rights.delete_assets($1, $2, $3, $4)`;

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

export type AssetStore = ReturnType<typeof createAssetStore>;

/** For every `find`, a withdrawn asset does not exist. Nothing is begun for a call that has ended. */
export function createAssetStore(database: Pick<Database, 'query'>) {
  const rowsOf = async <Found extends object>(
    sql: string,
    values: unknown[],
    call: CallContext,
  ): Promise<Found[]> => (await database.query<Found>(sql, values, call)).rows;
  /** What is stored of an asset, and what keeps it, or content of these digests, away from it. */
  const stored = async (
    assetId: string,
    digests: readonly string[],
    call: CallContext,
  ): Promise<StoredVersion> =>
    (await rowsOf<StoredVersion>(STORED, [assetId, digests], call))[0] ?? NOTHING_STORED;
  return {
    stored,
    /**
     * Creates or replaces an asset, and records an edit or another licence, in one step. An equal one stays as it is; one that
     * is withheld, or whose content is, is not written; nor is one in the place of another version than the one it replaces.
     */
    put: async (asset: StoredAsset, call: CallContext): Promise<'changed' | StoredVersion> => {
      const [sql, values] = asset.replaces === null ? [PUT, []] : [REPLACE, [asset.replaces]];
      const { rowCount } = await database.query(sql, [...valuesOf(asset), ...values], call);
      return rowCount === 1 ? 'changed' : stored(asset.description.assetId, asset.digests, call);
    },
    /** The active assets, in no particular order. */
    findMany: async (assetIds: readonly string[], call: CallContext): Promise<Asset[]> =>
      (await rowsOf<Row>(FIND_MANY, [assetIds], call)).map(toAsset),
    /**
     * Withdraws an asset with every active one of the same content, or restores it with those that were withdrawn with it, and
     * records it in the same step. To `active`, a remembered deletion is forgotten.
     * @returns every asset of the content, the named one first; none when there is no such asset.
     */
    changeState: ({ assetId, state, actor, reason }: StateChange, call: CallContext) =>
      rowsOf<ContentState>(CHANGE_STATE, [assetId, state, actor, reason], call),
    /**
     * Deletes assets in any state, and records it in the same step. With an active one that is remembered, the others of its
     * content are withdrawn. @returns all of these.
     */
    delete: ({ assetIds, actor, reason, remember }: Deletion, call: CallContext) =>
      rowsOf<RemovedAsset>(DELETE, [assetIds, actor, reason, remember], call),
    /** Up to `limit` assets whose ids come after `after`, in the order of ids. */
    list: ({ source, states, after, limit }: AssetPage, call: CallContext) =>
      rowsOf<AssetSummary>(LIST, [source, states, after, limit], call),
    /** Changes of state and licence, and edits, oldest first; those of a deleted asset too. */
    events: (assetId: string, call: CallContext) => rowsOf<AssetEvent>(EVENTS, [assetId], call),
    /** A page of those of all assets, after the event of this id. None is missing that a later page would have to show. */
    eventsAfter: (eventId: number, call: CallContext) => rowsOf<AssetEvent>(EVENTS_AFTER, [eventId], call),
    /** Active assets, in constant time: an estimate above ten thousand. */
    approximateCount: async (call: CallContext): Promise<number> => {
      const [count] = await rowsOf<{ assets: string }>(APPROXIMATE_COUNT, [], call);
      return Number(count?.assets ?? 0);
    },
    /** Sorted by source. */
    counts: (call: CallContext) => rowsOf<SourceCount>(COUNTS, [], call),
  };
}

const NOTHING_STORED: StoredVersion = { fingerprint: null, digests: [], state: null, withheldBy: null };

/** In the order of `WRITTEN`. */
function valuesOf({ description, rights, content, digests, fingerprint, cause }: StoredAsset): unknown[] {
  const row: Record<keyof Fields, unknown> = {
    ...rights,
    ...description,
    signals: JSON.stringify(description.signals),
    provenance: JSON.stringify(description.provenance),
    facts: JSON.stringify(description.facts),
  };
  return [
    ...FIELDS.map((field) => row[field]),
    ...[sourceOf(description.assetId), content?.sha256 ?? null, content?.bytes ?? null],
    ...[digests, fingerprint],
    ...[cause?.actor ?? null, cause?.reason ?? null],
  ];
}

function toAsset({ sha256, bytes, ...row }: Row): Asset {
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
    content: sha256 === null ? null : { sha256, bytes: Number(bytes) },
  };
}
