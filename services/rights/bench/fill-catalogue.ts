import type { Database } from '@imagesearch/service-kit/postgres/database';

const BATCH_ROWS = 250_000;
const BATCH_TIMEOUT_MS = 10 * 60_000;

/** The first fifth is withdrawn, so that a scan from the start of the table meets no active asset for long. */
const ASSETS = `
  INSERT INTO rights.assets (asset_id, source, state, title, tags, description, creator, ai_generated, license,
    license_verbatim, commercial, derivatives, share_alike, attribution_required, attribution, provenance_url, delivery,
    width, height, format, content_sha256, content_bytes, signals, content_version, fingerprint)
  SELECT 'bench' || n % 20 || ':' || n, 'bench' || n % 20, CASE WHEN n <= $3::integer / 5 THEN 'withdrawn' ELSE 'active' END,
    'A picture of number ' || n, ARRAY['one', 'two', 'three'], repeat('words ', 20), 'Ada Martin', false, 'CC BY 4.0',
    'CC BY 4.0', true, true, false, true, 'Ada Martin, CC BY 4.0', 'https://example.org/' || n, 'host',
    640, 480, 'jpeg', encode(sha256(n::text::bytea), 'hex'), 100000,
    '{"luminance": 0.5, "palette": [], "negSpace": [], "faces": 0, "aspect": 1.3}', 'v1',
    encode(sha256(n::text::bytea), 'hex')
  FROM generate_series($1::integer, $2::integer) AS n`;

const CONTENTS = `
  INSERT INTO rights.contents (sha256, claimed_at)
  SELECT encode(sha256(n::text::bytea), 'hex'), now() - interval '3 days'
  FROM generate_series($1::integer, $2::integer) AS n`;

/** Adds what is missing of so many assets, each with its content, in twenty sources. */
export async function fillCatalogue(database: Database, rows: number): Promise<void> {
  const { rows: found } = await database.longQuery<{ count: number }>(
    'SELECT count(*)::integer AS count FROM rights.assets',
    [],
    BATCH_TIMEOUT_MS,
  );
  for (let from = (found[0]?.count ?? 0) + 1; from <= rows; from += BATCH_ROWS) {
    const to = Math.min(rows, from + BATCH_ROWS - 1);
    await database.longQuery(ASSETS, [from, to, rows], BATCH_TIMEOUT_MS);
    await database.longQuery(CONTENTS, [from, to], BATCH_TIMEOUT_MS);
    console.log(`filled ${to} of ${rows}`);
  }
  // As autovacuum leaves a table that has grown.
  await database.longQuery('ANALYZE rights.assets', [], BATCH_TIMEOUT_MS);
}
