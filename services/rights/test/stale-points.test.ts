import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '@imagesearch/service-kit/postgres/database';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { RIGHTS_SCHEMA } from '../src/config.js';
import type { StalePoint } from '../src/stale-points.js';
import { call, ingestInto, newImage, partsForAll, SILENT, WHO } from './harness.js';

describeOnDatabases('notes of stale points', (engine) => {
  const suite = partsForAll(engine);

  /** As if so much time had passed. */
  const pass = (interval: string) =>
    suite.database.query(`UPDATE rights.stale_points SET due_at = due_at - INTERVAL '${interval}'`, []);
  const dueOf = async (assetId: string): Promise<StalePoint[]> =>
    (await suite.parts.stalePoints.due(1_000, call())).filter((point) => point.assetId === assetId);
  const ingested = async () => {
    const image = await newImage();
    await ingestInto(suite.parts, image);
    return image;
  };
  const noteOf = async (assetId: string): Promise<StalePoint> => {
    const [point] = await dueOf(assetId);
    if (point === undefined) throw new Error('there is no note that is due');
    return point;
  };

  test('are written with every change of an asset, and due once its writer had five seconds for the point', async () => {
    const { stalePoints, assets } = suite.parts;
    const image = await ingested();
    const { assetId } = image;
    expect(await dueOf(assetId)).toEqual([]);
    await pass('5 seconds');
    const first = await noteOf(assetId);
    expect(first).toMatchObject({ contentVersion: 'v1', rewrite: false });
    await stalePoints.mark([first], 'agrees', call());
    expect(await dueOf(assetId)).toEqual([]);

    const changes: [change: () => Promise<unknown>, contentVersion: string | null, rewrite: boolean][] = [
      [
        () => ingestInto(suite.parts, { ...image, metadata: { ...image.metadata, contentVersion: 'v2' } }),
        'v2',
        false,
      ],
      [() => assets.changeState({ assetId, state: 'withdrawn', ...WHO }, call()), null, false],
      [() => assets.changeState({ assetId, state: 'active', ...WHO }, call()), 'v2', false],
      [
        () =>
          suite.database.query('UPDATE rights.assets SET commercial = false WHERE asset_id = $1', [assetId]),
        'v2',
        true,
      ],
      [() => assets.delete({ assetIds: [assetId], ...WHO, remember: false }, call()), null, true],
    ];
    for (const [change, contentVersion, rewrite] of changes) {
      await change();
      await pass('5 seconds');
      expect(await dueOf(assetId)).toMatchObject([{ contentVersion, rewrite }]);
    }
  });

  test('are settled when both agreed twice, two minutes apart, by however many replicas', async () => {
    const { stalePoints } = suite.parts;
    const { assetId } = await ingested();
    await pass('5 seconds');
    const note = await noteOf(assetId);
    const agreed = () => Promise.all([1, 2, 3].map(() => stalePoints.mark([note], 'agrees', call())));
    expect((await agreed()).flat()).toEqual([assetId]);
    await pass('119 seconds');
    expect(await dueOf(assetId)).toEqual([]);
    await pass('1 second');
    expect(await dueOf(assetId)).toEqual([note]);
    expect((await agreed()).flat()).toEqual([assetId]);
    await pass('1 hour');
    expect(await dueOf(assetId)).toEqual([]);
  });

  test('are claimed by one replica, and by another one when it died; a later change is nobody’s', async () => {
    const { stalePoints } = suite.parts;
    const image = await ingested();
    const { assetId } = image;
    await pass('5 seconds');
    const note = await noteOf(assetId);
    const claims = await Promise.all([1, 2, 3].map(() => stalePoints.mark([note], 'claimed', call())));
    expect(claims.flat()).toEqual([assetId]);
    expect(await dueOf(assetId)).toEqual([]);
    await pass('8 seconds');
    expect(await stalePoints.mark([note], 'claimed', call())).toEqual([assetId]);

    await ingestInto(suite.parts, { ...image, metadata: { ...image.metadata, contentVersion: 'v2' } });
    await pass('5 seconds');
    for (const mark of ['agrees', 'claimed', 'written', 'failed'] as const)
      expect(await stalePoints.mark([note], mark, call())).toEqual([]);
    expect(await dueOf(assetId)).toMatchObject([{ contentVersion: 'v2' }]);
  });

  test('of what somebody found are due at once, but never before the writer of a change had its time', async () => {
    const { stalePoints } = suite.parts;
    const { assetId } = await ingested();
    await stalePoints.note([assetId, 'testset:unknown'], true, call());
    expect(await dueOf(assetId)).toEqual([]);
    expect(await dueOf('testset:unknown')).toMatchObject([{ contentVersion: null }]);
    await pass('5 seconds');
    const note = await noteOf(assetId);
    expect(note.rewrite).toBe(true);
    await stalePoints.mark([note], 'written', call());
    expect(await dueOf(assetId)).toMatchObject([{ rewrite: false }]);
    await stalePoints.mark([note], 'agrees', call());
    await stalePoints.note([assetId], false, call());
    expect(await dueOf(assetId)).toMatchObject([{ contentVersion: 'v1' }]);
  });
});

describe('a catalogue from before the notes', () => {
  test('is migrated with what it holds, and notes the next change', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'imagesearch-migrated-'));
    const before = join(dir, 'migrations');
    await cp(join(RIGHTS_SCHEMA.migrationsDir, '0001_schema.sql'), join(before, '0001_schema.sql'), {
      recursive: true,
    });
    const opened = (migrationsDir: string) =>
      openDatabase({
        url: undefined,
        embeddedDir: join(dir, 'postgres'),
        ...RIGHTS_SCHEMA,
        migrationsDir,
        logger: SILENT,
      });
    const old = await opened(before);
    await old.query(
      `INSERT INTO rights.assets (asset_id, source, title, tags, description, ai_generated, license, license_verbatim,
         provenance_url, delivery, link_url, width, height, format, signals, content_version, fingerprint)
       VALUES ('a:1', 'a', '', '{}', '', false, 'cc0', 'CC0', '', 'link', 'https://example.org/1', 1, 1, 'png', '{}', 'v1', 'f')`,
      [],
    );
    await old.close();
    const database = await opened(RIGHTS_SCHEMA.migrationsDir);
    const noted = async () => (await database.query('SELECT asset_id FROM rights.stale_points', [])).rows;
    expect(await noted()).toEqual([]);
    await database.query(`UPDATE rights.assets SET content_version = 'v2'`, []);
    expect(await noted()).toEqual([{ asset_id: 'a:1' }]);
    await database.close();
    await rm(dir, { recursive: true });
  });
});
