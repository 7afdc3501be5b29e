import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { createRandom, type Random } from '@imagesearch/testkit/random';
import { ServingIndex } from '../src/serving-index.js';
import { INDEX_POLICY, type IndexPolicy } from '../src/index/lancedb/indexes.js';
import { openLanceStore } from '../src/index/lancedb/store.js';
import type { Candidate } from '../src/index/candidate.js';
import type { Filter, IndexReads } from '../src/index/vector-index.js';
import type { Point } from '../src/index/point.js';
import { DIMENSIONS, drawPoint } from './support/drawn-points.js';
import { call } from './support/retrieval-fixture.js';

const MODEL = 'abcdef0123456789';
const WRITER = { fingerprint: MODEL, dimensions: { image: DIMENSIONS, caption: DIMENSIONS, sight: 0 } };
const WORDS = ['red', 'apple', 'dog', 'house', 'tree', 'boat', 'snow', 'night'];
const ON_DISK: IndexPolicy = { ...INDEX_POLICY, memoryBytesMax: 0 };
const BYTES_OF_POINT = 2 * 4 * DIMENSIONS;

describe('an index that is searched in memory', () => {
  const dir = folderOfEachTest();
  const opened: ServingIndex[] = [];

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((index) => index.close()));
  });

  const open = async (name: string, policy: IndexPolicy = INDEX_POLICY): Promise<ServingIndex> => {
    const index = new ServingIndex(await openLanceStore(join(dir, name), policy));
    opened.push(index);
    return index;
  };

  test('answers as its engine does, after writes in any order and after a restart', async () => {
    const random = createRandom(7);
    const engine = await open('engine', ON_DISK);
    let memory = await open('memory');
    for (let round = 0; round < 4; round += 1) {
      const points = Array.from({ length: 60 }, () => wordedPoint(random.below(150), random));
      const distinct = [...new Map(points.map((point) => [point.assetId, point])).values()];
      const gone = Array.from({ length: 8 }, () => `a:${random.below(150)}`);
      for (const index of [engine, memory]) {
        await index.upsert(WRITER, distinct);
        await index.delete(gone);
      }
      // Scores of words on disk follow the engine's own counts once it has merged its parts.
      await engine.optimize();
      for (let asked = 0; asked < 8; asked += 1) await expectSame(engine, memory, random);
    }
    await opened.splice(opened.indexOf(memory), 1)[0]?.close();
    memory = await open('memory');
    await eventually(memory);
    for (let asked = 0; asked < 8; asked += 1) await expectSame(engine, memory, random);
  });

  test('a replaced point leaves nothing behind, however often it is replaced', async () => {
    const index = await open('replaced');
    const points = Array.from({ length: 40 }, (_, position) => drawPoint(position));
    for (let round = 0; round < 60; round += 1) await index.upsert(WRITER, points);
    expect(await words(index, ['even', 'odd'], 100)).toHaveLength(40);
  });

  test('an index that outgrows the memory is searched by its engine, with the same answers', async () => {
    const random = createRandom(11);
    const small = await open('small', { ...INDEX_POLICY, memoryBytesMax: 50 * BYTES_OF_POINT });
    const engine = await open('engine', ON_DISK);
    for (const range of [
      [0, 30],
      [30, 90],
    ] as const) {
      const points = Array.from({ length: range[1] - range[0] }, (_, at) =>
        wordedPoint(range[0] + at, random),
      );
      for (const index of [small, engine]) await index.upsert(WRITER, points);
      await Promise.all([small.optimize(), engine.optimize()]);
      await expectSame(engine, small, random);
    }
  });
});

function wordedPoint(position: number, random: Random): Point {
  const terms = Array.from({ length: 1 + random.below(6) }, () => random.oneOf(WORDS)).join(' ');
  const point = drawPoint(position);
  const facets = {
    ...point.facets,
    commercial: random.oneOf([true, false, null]),
    faces: random.oneOf([0, 1, 2, null]),
    license: random.oneOf(['cc0', 'cc-by', null]),
    negSpace: random.oneOf([[], ['left'], ['left', 'top']]),
  };
  return { ...point, terms, words: terms, facets };
}

async function expectSame(one: ServingIndex, other: ServingIndex, random: Random): Promise<void> {
  const filters = drawnFilters(random);
  const query = {
    filters,
    terms: [...new Set([random.oneOf(WORDS), random.oneOf(WORDS)])],
    vectors: (['image', 'caption'] as const).map((target) => ({
      name: target,
      target,
      values: drawPoint(random.below(150)).image,
    })),
    listLimit: random.oneOf([5, 20, 200]),
  };
  const ofBoth = <T>(work: (points: IndexReads) => Promise<T>) =>
    Promise.all([one.reading(work), other.reading(work)]);
  const [wanted, found] = await ofBoth((points) => points.retrieve(query, call()));
  for (const [at, { name, candidates }] of wanted.entries()) {
    expect(found[at]?.name).toBe(name);
    expectAlike(found[at]?.candidates, candidates);
  }
  const [inOrder, listed] = await ofBoth((points) => points.list(query, call()));
  expect(listed).toEqual(inOrder);
  const ids = ['a:1', 'a:3', 'a:none'];
  // In memory, vectors have length 1.
  const parts = ['facets', 'terms', 'texts', 'perceptualHash', 'localFeatures'] as const;
  for (const part of parts) {
    const [stored, held] = await ofBoth((points) => points.read(ids, [part]));
    for (const [assetId, of] of stored) expect(held.get(assetId)).toMatchObject(of);
    expect(held.size).toBe(stored.size);
  }
}

/** The engine keeps 32 bits of a score. Of equally good last ones either may be left out. */
function expectAlike(
  found: readonly Candidate[] | undefined,
  wanted: readonly Candidate[] | undefined,
): void {
  expect(found?.length).toBe(wanted?.length);
  if (found === undefined || wanted === undefined) return;
  for (const [at, { score }] of found.entries())
    expect(score).toBeCloseTo(wanted[at]?.score ?? Number.NaN, 4);
  const last = Math.max(found.at(-1)?.score ?? 0, wanted.at(-1)?.score ?? 0) + 1e-4;
  const held = (candidates: readonly Candidate[]) =>
    candidates
      .filter(({ score }) => score > last)
      .map(({ assetId, perceptualHash }) => ({ assetId, perceptualHash }))
      .sort((a, b) => (a.assetId < b.assetId ? -1 : 1));
  expect(held(found)).toEqual(held(wanted));
}

function drawnFilters(random: Random): Filter[] {
  const all: Filter[] = [
    { kind: 'at-least', facet: 'luminance', value: random.uniform() / 2 },
    { kind: 'at-most', facet: 'faces', value: random.below(3) },
    { kind: 'equals', facet: 'commercial', value: random.isTrue(0.5) },
    { kind: 'any-of', facet: 'license', values: ['cc0', 'nothing'] },
    { kind: 'any-of', facet: 'negSpace', values: ['top', 'right'] },
    { kind: 'lacks', terms: [random.oneOf(WORDS)] },
    { kind: 'lacks', terms: ['red', 'dog'] },
  ];
  return all.filter(() => random.isTrue(0.25));
}

async function words(index: ServingIndex, terms: string[], listLimit = 10): Promise<readonly Candidate[]> {
  const query = { filters: [], vectors: [], listLimit, terms };
  const [list] = await index.reading((points) => points.retrieve(query, call()));
  return list?.candidates ?? [];
}

/** A write waits until the points are loaded. */
const eventually = (index: ServingIndex): Promise<void> => index.delete(['a:none']);
