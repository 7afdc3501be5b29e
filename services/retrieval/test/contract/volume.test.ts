import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Filter } from '../../src/index/vector-index.js';
import { openStore } from '../../src/index/open.js';
import { ServingIndex } from '../../src/serving-index.js';
import { firstByPointId } from '../../src/index/names.js';
import { describeOnIndexes, type FreshIndex } from '../support/engines.js';
import { call, MODEL } from '../support/retrieval-fixture.js';
import { DIMENSIONS, drawPoint } from '../support/drawn-points.js';

const POINTS = 10_000;
const WRITER = { fingerprint: MODEL, dimensions: { image: DIMENSIONS, caption: DIMENSIONS, sight: 0 } };

describeOnIndexes('an unranked list of ten thousand points', (engine) => {
  let fresh: FreshIndex;
  let index: ServingIndex;
  const points = Array.from({ length: POINTS }, (_, position) => drawPoint(position));

  beforeAll(async () => {
    fresh = await engine.fresh();
    index = new ServingIndex(await openStore(fresh.config));
    await index.upsert(WRITER, points);
  });
  afterAll(async () => {
    await index.close();
    await fresh.remove();
  });

  test('is the beginning of one fixed order, also under a filter', async () => {
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
    const isBright: Filter = { kind: 'at-least', facet: 'luminance', value: 0.5 };
    for (const limit of [1, 100, 1_000, POINTS]) {
      expect(await listed(limit)).toEqual(inOrder.slice(0, limit));
      expect(await listed(limit, [isBright])).toEqual(inOrder.filter((id) => bright.has(id)).slice(0, limit));
    }
  });
});
