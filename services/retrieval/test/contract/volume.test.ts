import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Filter } from '../../src/index/vector-index.js';
import type { Point } from '../../src/index/point.js';
import { openStore } from '../../src/index/open.js';
import { ServingIndex } from '../../src/serving-index.js';
import { firstByPointId } from '../../src/index/names.js';
import { describeOnIndexes, type FreshIndex } from '../support/engines.js';
import { call, MODEL } from '../support/retrieval-fixture.js';
import { DIMENSIONS, drawPoint } from '../support/drawn-points.js';

const POINTS = 10_000;
const WRITER = { fingerprint: MODEL, dimensions: { image: DIMENSIONS, caption: DIMENSIONS, sight: 0 } };

describeOnIndexes('batches of ten thousand', (engine) => {
  let fresh: FreshIndex;
  let index: ServingIndex;
  const points = Array.from({ length: POINTS }, (_, position) => drawPoint(position));

  beforeAll(async () => {
    fresh = await engine.fresh();
    index = new ServingIndex(await openStore(fresh.config));
  });
  afterAll(async () => {
    await index.close();
    await fresh.remove();
  });

  test('one write of ten thousand points counts whole, and the same one again changes nothing', async () => {
    await index.upsert(WRITER, points);
    expect((await index.describe()).points).toBe(POINTS);
    const before = await nearest(points[4_321]);
    await index.upsert(WRITER, points);
    expect((await index.describe()).points).toBe(POINTS);
    expect(await nearest(points[4_321])).toEqual(before);
    expect(before[0]).toBe('a:4321');
    const versions = await index.contentVersions(points.map(({ assetId }) => assetId));
    expect(versions.size).toBe(POINTS);
  });

  test('an unranked list of ten thousand points is the beginning of one fixed order, also under a filter', async () => {
    const inOrder = firstByPointId(
      points.map(({ assetId }) => assetId),
      POINTS,
    );
    const bright = new Set(
      points
        .filter(({ facets: { luminance } }) => luminance !== null && luminance >= 0.5)
        .map(({ assetId }) => assetId),
    );
    const listed = async (listLimit: number, filters: Filter[] = []): Promise<string[]> =>
      (await index.reading((of) => of.list({ filters, listLimit }, call()))).map(({ assetId }) => assetId);
    const isBright: Filter = { kind: 'range', facet: 'luminance', min: 0.5, max: undefined };
    for (const limit of [1, 100, 1_000, POINTS]) {
      expect(await listed(limit)).toEqual(inOrder.slice(0, limit));
      expect(await listed(limit, [isBright])).toEqual(inOrder.filter((id) => bright.has(id)).slice(0, limit));
    }
  });

  test('after half of ten thousand points are deleted, exactly the others are found', async () => {
    const odd = points.filter((_, position) => position % 2 === 1).map(({ assetId }) => assetId);
    await index.delete(odd);
    await index.optimize();
    expect((await index.describe()).points).toBe(POINTS / 2);
    const left = await index.contentVersions(points.map(({ assetId }) => assetId));
    expect([...left.keys()].some((id) => odd.includes(id))).toBe(false);
    for (const seed of [0, 2_468, 9_998]) expect((await nearest(points[seed]))[0]).toBe(`a:${seed}`);
    for (const seed of [1, 9_999]) expect(await nearest(points[seed])).not.toContain(`a:${seed}`);
  });

  async function nearest(point: Point | undefined): Promise<string[]> {
    const vectors =
      point === undefined ? [] : [{ name: 'image', target: 'image' as const, values: point.image }];
    const query = { terms: [], vectors, filters: [], listLimit: 20 };
    const lists = await index.reading((of) => of.retrieve(query, call()));
    return lists.flatMap(({ candidates }) => candidates.map(({ assetId }) => assetId));
  }
});
