import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { until } from '@imagesearch/testkit/processes/until';
import { expect, test } from '@jest/globals';
import { allBlobKeys } from '../src/files.js';
import { sweepBlobs } from '../src/unused-files.js';
import { call, ingestInto, newImage, partsForAll, RightsHarness, WHO, type NewImage } from './harness.js';

/** Itself and two thumbnails. */
const FILES_OF_AN_IMAGE = 3;
const DAY_MS = 24 * 60 * 60_000;
const AGE = `update rights.contents set claimed_at = claimed_at - $1::float8 * interval '1 millisecond'`;

describeOnDatabases('sweeping', (engine) => {
  const suite = partsForAll(engine);

  /** A sweep as it would run this much later. */
  const sweepIn = async (ms: number) => {
    await suite.database.query(AGE, [ms]);
    return (await sweepBlobs(suite.parts)).removed;
  };
  const ingest = (image: Omit<NewImage, 'assetId'>) => ingestInto(suite.parts, image);
  const contentOf = async (assetId: string) =>
    (await suite.parts.assets.findMany([assetId], call()))[0]?.content?.sha256 ?? '';
  const kept = async (sha256: string) =>
    (await Promise.all(allBlobKeys(sha256).map((key) => suite.parts.blobs.has(key, call())))).filter(Boolean)
      .length;
  const taken = async () => {
    const image = await newImage();
    await ingest(image);
    return { ...image, sha256: await contentOf(image.assetId) };
  };
  /** Files that no asset refers to any more. */
  const orphaned = async () => {
    const { assetId, metadata, bytes, sha256 } = await taken();
    const other = await newImage();
    await ingest({ metadata: { ...metadata, contentVersion: 'v2' }, bytes: other.bytes });
    return { bytes, sha256, replacedBy: await contentOf(assetId) };
  };

  test('the files of replaced bytes are removed after a day, and no others', async () => {
    const { sha256, replacedBy } = await orphaned();
    await sweepIn(DAY_MS - 60_000);
    expect(await kept(sha256)).toBe(FILES_OF_AN_IMAGE);
    expect(await sweepIn(120_000)).toBeGreaterThan(0);
    expect([await kept(sha256), await kept(replacedBy)]).toEqual([0, FILES_OF_AN_IMAGE]);
    expect(await sweepIn(DAY_MS)).toBe(0);
  });

  test('a sweep goes page by page through the catalogue, and the next one continues where it ended', async () => {
    const { sha256 } = await orphaned();
    await suite.database.query(AGE, [2 * DAY_MS]);
    const seen: string[] = [];
    let after: string | undefined = '';
    while (after !== undefined) {
      const { condemned, last } = await suite.parts.contents.condemn({ graceMs: DAY_MS, after, limit: 1 });
      expect(condemned.length).toBeLessThanOrEqual(1);
      seen.push(...condemned);
      after = last;
    }
    expect(seen).toContain(sha256);
    expect((await sweepBlobs(suite.parts, 'f'.repeat(64))).cursor).toBe('');
  });

  test('files whose ingesting died before its row go', async () => {
    const sha256 = 'ab'.repeat(32);
    await suite.parts.contents.claim(sha256);
    for (const key of allBlobKeys(sha256))
      await suite.parts.blobs.write(key, Buffer.from('half an ingesting'));
    await sweepIn(DAY_MS + 60_000);
    expect(await kept(sha256)).toBe(0);
  });

  test('the files of a withdrawn asset, and those that another asset shares, stay', async () => {
    const { assetId, sha256 } = await taken();
    await suite.parts.assets.changeState({ assetId, ...WHO, state: 'withdrawn' }, call());

    const shared = await taken();
    const other = await newImage();
    await ingest({ metadata: { ...other.metadata, contentVersion: 's' }, bytes: shared.bytes });
    await ingest({ metadata: { ...shared.metadata, contentVersion: 'v2' }, bytes: other.bytes });

    await sweepIn(30 * DAY_MS);
    expect([await kept(sha256), await kept(shared.sha256)]).toEqual([FILES_OF_AN_IMAGE, FILES_OF_AN_IMAGE]);
  });

  test('a content that an ingesting claims again is passed over', async () => {
    const { sha256 } = await orphaned();
    await suite.database.query(AGE, [2 * DAY_MS]);
    await suite.parts.contents.claim(sha256);
    await sweepBlobs(suite.parts);
    expect(await kept(sha256)).toBe(FILES_OF_AN_IMAGE);
  });

  test('an ingesting of a content that is just being removed waits, and has its files in the end', async () => {
    const { bytes, sha256 } = await orphaned();
    await suite.database.query(AGE, [DAY_MS]);
    const { condemned } = await suite.parts.contents.condemn({ graceMs: DAY_MS, after: '', limit: 100 });
    expect(condemned).toContain(sha256);

    const image = await newImage();
    const ingesting = ingest({ ...image, bytes });
    for (const key of allBlobKeys(sha256)) await suite.parts.blobs.remove(key);
    await suite.parts.contents.forget(sha256);
    await ingesting;
    expect(await kept(sha256)).toBe(FILES_OF_AN_IMAGE);
    expect(await contentOf(image.assetId)).toBe(sha256);
  });

  test('in any order of ingestions and sweeps, every asset has its files', async () => {
    const orphans = await Promise.all(Array.from({ length: 12 }, orphaned));
    const newcomers = await Promise.all(orphans.map(() => newImage()));
    await suite.database.query(AGE, [2 * DAY_MS]);
    const sweeping = Promise.all([sweepBlobs(suite.parts), sweepBlobs(suite.parts)]);
    await Promise.all(
      orphans.map(({ bytes }, at) => ingest({ metadata: newcomers[at]?.metadata ?? {}, bytes })),
    );
    await sweeping;
    expect(await Promise.all(orphans.map(({ sha256 }) => kept(sha256)))).toEqual(
      orphans.map(() => FILES_OF_AN_IMAGE),
    );
  });

  test('what a crashed sweeper condemned can be claimed after ten minutes, and not before', async () => {
    const { sha256 } = await orphaned();
    await suite.database.query(AGE, [DAY_MS]);
    await suite.parts.contents.condemn({ graceMs: DAY_MS, after: '', limit: 1_000 });
    expect(await suite.parts.contents.claim(sha256)).toBe(false);
    const age = `update rights.contents set condemned_at = now() - interval '11 minutes' where sha256 = $1`;
    await suite.database.query(age, [sha256]);
    expect(await suite.parts.contents.claim(sha256)).toBe(true);
    expect(await kept(sha256)).toBe(FILES_OF_AN_IMAGE);
  });

  test('unfinished files of a process that died go, those being written stay', async () => {
    const incoming = join(suite.blobDir, 'incoming');
    const [dead, alive] = [join(incoming, 'dead'), join(incoming, 'alive')];
    await Promise.all([writeFile(dead, 'x'), writeFile(alive, 'x')]);
    const before = (Date.now() - 2 * DAY_MS) / 1_000;
    await utimes(dead, before, before);
    await sweepIn(0);
    expect(await readdir(incoming)).toEqual(['alive']);
    await expect(stat(dead)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('the service sweeps by itself', async () => {
    const rights = new RightsHarness(engine, {}, { BLOB_SWEEP_INTERVAL_MS: '50' });
    await rights.start();
    try {
      const { metadata } = await rights.taken();
      const other = await newImage();
      await rights.put({ ...metadata, contentVersion: 'v2' }, other.bytes);
      await rights.sql(AGE, [2 * DAY_MS]);
      const originals = join(rights.dataDir, 'rights/blobs/originals');
      await until(async () => {
        const paths = await readdir(originals, { recursive: true });
        return paths.filter((path) => /[0-9a-f]{64}$/.test(path)).length === 1;
      });
    } finally {
      await rights.stop();
    }
  });
});
