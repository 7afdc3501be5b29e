import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { connect } from '@lancedb/lancedb';
import { describe, expect, test } from '@jest/globals';
import { ServingIndex } from '../src/serving-index.js';
import type { Filter, RetrieveQuery } from '../src/index/vector-index.js';
import type { VectorTarget } from '../src/index/model.js';
import { INDEX_POLICY, type IndexPolicy } from '../src/index/lancedb/indexes.js';
import { openLanceStore } from '../src/index/lancedb/store.js';
import { tableSchema } from '../src/index/lancedb/schema.js';
import { DIMENSIONS, drawPoint } from './support/drawn-points.js';
import { call } from './support/retrieval-fixture.js';
import { folderOfEachTest } from '@imagesearch/testkit/folders';

const MODEL = 'abcdef0123456789';
const WRITER = { fingerprint: MODEL, dimensions: { image: DIMENSIONS, caption: DIMENSIONS, sight: 0 } };
const TABLE = 'points_v5_abcdef012345';
const EXACT = { ...INDEX_POLICY, versionRetentionMs: 0, memoryBytesMax: 0 };

describe('the embedded engine', () => {
  const dir = folderOfEachTest();

  test('a table whose creation was cut short before its first version is created again', async () => {
    await mkdir(join(dir, `${TABLE}.lance`, 'data'), { recursive: true });
    const index = await openLanceIndex(dir);
    expect(await index.describe()).toMatchObject({ points: 0, modelFingerprint: '' });
    await index.upsert(WRITER, [drawPoint(0)]);
    expect(await index.describe()).toMatchObject({ points: 1, modelFingerprint: MODEL });
    await index.close();
  });

  test('a table whose creation was cut short before its indexes gets them at the next start', async () => {
    const connection = await connect(dir);
    await connection.createEmptyTable(TABLE, tableSchema(WRITER));
    connection.close();
    const index = await openLanceIndex(dir);
    await index.upsert(WRITER, [drawPoint(0)]);
    expect(await nearest(index, 'image', drawPoint(0).image)).toEqual(['a:0']);
    const [words] = await retrieve(index, { ...ANY, terms: ['even'] });
    expect(words?.candidates.map(({ assetId }) => assetId)).toEqual(['a:0']);
    await index.close();
  });

  test('a table of another schema version is neither read nor deleted', async () => {
    await mkdir(join(dir, 'points_v2_abcdef012345.lance', '_versions'), { recursive: true });
    await writeFile(join(dir, 'points_v2_abcdef012345.lance', '_versions', '1.manifest'), '');
    await writeFile(join(dir, 'aliases.json'), JSON.stringify({ serving: 'points_v2_abcdef012345' }));
    const index = await openLanceIndex(dir);
    expect(await index.describe()).toMatchObject({ points: 0, modelFingerprint: '' });
    await index.close();
    expect(await readdir(dir)).toContain('points_v2_abcdef012345.lance');
  });

  test('files that an interrupted write left behind are not read', async () => {
    const index = await openLanceIndex(dir);
    await index.upsert(WRITER, [drawPoint(0)]);
    await index.close();
    await writeFile(join(dir, `${TABLE}.lance`, 'data', 'left-behind.lance'), 'half a fragment');
    const reopened = await openLanceIndex(dir);
    expect((await reopened.describe()).points).toBe(1);
    await reopened.upsert(WRITER, [drawPoint(1)]);
    await reopened.optimize();
    expect((await nearest(reopened, 'image', drawPoint(1).image)).toSorted()).toEqual(['a:0', 'a:1']);
    await reopened.close();
  });

  test('only one process at a time can open the folder', async () => {
    const index = await openLanceIndex(dir);
    await expect(openLanceIndex(dir)).rejects.toThrow('already open');
    await index.close();
    await (await openLanceIndex(dir)).close();
  });

  test('optimizing keeps the files of many small writes to a few', async () => {
    const index = await openLanceIndex(dir, EXACT);
    const filesAfter = async (rounds: number): Promise<number> => {
      for (let round = 0; round < rounds; round++) await index.upsert(WRITER, [drawPoint(round % 5)]);
      await index.optimize();
      return (await readdir(dir, { recursive: true })).length;
    };
    const few = await filesAfter(5);
    const many = await filesAfter(40);
    expect(many).toBeLessThan(few * 2);
    expect((await index.describe()).points).toBe(5);
    await index.close();
  });

  test('past the threshold a vector index answers as an exact scan does, with later points and without captions', async () => {
    const points = Array.from({ length: 600 }, (_, position) => drawPoint(position));
    const approximate = await openLanceIndex(join(dir, 'approximate'), { ...EXACT, annPointsMin: 300 });
    const exact = await openLanceIndex(join(dir, 'exact'), EXACT);
    for (const index of [approximate, exact]) {
      await index.upsert(WRITER, points.slice(0, 300));
      await index.upsert(WRITER, points.slice(300, 550));
      await index.optimize();
      await index.upsert(WRITER, points.slice(550));
    }
    const table = await (await connect(join(dir, 'approximate'))).openTable(TABLE);
    const indexed = (await table.listIndices()).flatMap(({ columns }) => columns);
    expect(indexed).toEqual(expect.arrayContaining(['image', 'caption']));
    const rare: Filter = { kind: 'at-least', facet: 'luminance', value: 0.95 };
    for (const list of ['image', 'caption'] as const)
      for (const seed of [1, 77, 401, 560])
        for (const filters of [[], [rare]]) {
          const found = (index: ServingIndex) => nearest(index, list, drawPoint(seed).image, filters);
          expect(await found(approximate)).toEqual(await found(exact));
        }
    await Promise.all([approximate.close(), exact.close()]);
  });

  test('an index that version 0.33 wrote is read and written on, with its vector and word indexes', async () => {
    await layIndexOf('0.33', dir);
    const index = await openLanceIndex(dir, { ...EXACT, annPointsMin: 300 });
    expect(await index.describe()).toMatchObject({ points: 321, modelFingerprint: MODEL });
    await index.upsert(WRITER, [drawPoint(321)]);
    await index.optimize();
    for (const target of ['image', 'caption'] as const)
      for (const position of [1, 319, 320, 321]) {
        if (target === 'caption' && drawPoint(position).caption === null) continue;
        const [first] = await nearest(index, target, drawPoint(position)[target] ?? new Float32Array());
        expect(first).toBe(`a:${position}`);
      }
    const [words] = await retrieve(index, { ...ANY, terms: ['even'], listLimit: 400 });
    expect(words?.candidates).toHaveLength(161);
    await index.close();
  });

  test('a search that nobody waits for any more is not run', async () => {
    const index = await openLanceIndex(dir);
    await index.upsert(WRITER, [drawPoint(0)]);
    const query = { ...ANY, terms: ['even'] };
    const gone = { ...call(), signal: AbortSignal.abort() };
    await expect(retrieve(index, query, gone)).rejects.toMatchObject({ code: 'cancelled' });
    const late = { ...call(), deadlineAt: Date.now() - 1 };
    await expect(retrieve(index, query, late)).rejects.toMatchObject({ code: 'deadline_exceeded' });
    await index.close();
  });
});

async function openLanceIndex(dir: string, policy?: IndexPolicy): Promise<ServingIndex> {
  return new ServingIndex(await openLanceStore(dir, policy));
}

/** Writes the files of an index of 321 drawn points: the last one was written after its indexes were made. */
async function layIndexOf(version: string, dir: string): Promise<void> {
  const packed = await readFile(join(import.meta.dirname, `fixtures/lancedb-${version}.json.gz`));
  const files = JSON.parse(gunzipSync(packed).toString()) as Record<string, string>;
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), Buffer.from(bytes, 'base64'));
  }
}

const ANY = { filters: [], vectors: [], listLimit: 10 };

const retrieve = (index: ServingIndex, query: RetrieveQuery, within = call()) =>
  index.reading((points) => points.retrieve(query, within));

async function nearest(
  index: ServingIndex,
  target: VectorTarget,
  values: Float32Array,
  filters: Filter[] = [],
): Promise<string[]> {
  const vectors = [{ name: target, target, values }];
  const [list] = await retrieve(index, { ...ANY, filters, terms: [], vectors });
  return (list?.candidates ?? []).map(({ assetId }) => assetId);
}
