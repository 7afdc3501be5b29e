import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { beforeAll, expect, test } from '@jest/globals';
import { call, partsForAll } from './harness.js';

const ASSETS = 30_000;

const FILL = `
  INSERT INTO rights.assets (asset_id, source, state, title, tags, description, ai_generated, license, license_verbatim,
    provenance_url, delivery, link_url, width, height, format, signals, content_version, fingerprint)
  SELECT 'large' || n % 3 || ':' || n, 'large' || n % 3, CASE WHEN n <= $1::integer * 0.9 THEN 'withdrawn' ELSE 'active' END,
    'title', '{}', '', false, 'CC0 1.0', 'CC0 1.0', '', 'link', 'https://example.org/' || n, 640, 480, 'jpeg', '{}', 'v1', 'f'
  FROM generate_series(1, $1::integer) AS n`;

describeOnDatabases('the approximate count of a large catalogue', (engine) => {
  const suite = partsForAll(engine);
  beforeAll(async () => {
    await suite.database.query(FILL, [ASSETS], { timeoutMs: 60_000 });
    await suite.database.query('ANALYZE rights.assets');
  }, 120_000);

  const count = () => suite.parts.assets.approximateCount(call());

  test('is the estimate', async () => {
    expect(await count()).toBe(ASSETS);
  });

  test('is zero when all assets are withdrawn, whatever the estimate says', async () => {
    await suite.database.query(`UPDATE rights.assets SET state = 'withdrawn'`);
    expect(await count()).toBe(0);
  });
});
