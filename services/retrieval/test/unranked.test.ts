import { beforeAll, expect, test } from '@jest/globals';
import { describeOnIndexes } from './support/engines.js';
import { call, point, retrievalForAll } from './support/retrieval-fixture.js';

const IDS = Array.from({ length: 30 }, (_, at) => `${at % 2 ? 'b' : 'a'}:${at}`);
const SWATCHES = { palette: ['#0000ff'], paletteShares: [1] };

describeOnIndexes('what nothing ranks', (engine) => {
  const retrieval = retrievalForAll(engine);

  beforeAll(async () => {
    expect((await retrieval.client.searchPoints({ limit: 5 }, call())).candidates).toEqual([]);
    await retrieval.upsert(
      ...IDS.map((id, at) =>
        point(id, { signals: { faces: at, ...(at === 7 && SWATCHES) }, rights: { commercial: at < 20 } }),
      ),
    );
  });

  test('is every point that satisfies the filters, all with the same score', async () => {
    const { candidates, backend } = await retrieval.client.searchPoints(
      { limit: 100, filters: { facesMin: 10, commercial: true } },
      call(),
    );
    expect(candidates.map(({ assetId }) => assetId).sort()).toEqual(IDS.slice(10, 20).sort());
    expect(new Set(candidates.map(({ score }) => score))).toEqual(new Set([1]));
    expect(backend).toBe(engine.name);
  });

  test('comes in the same order each time, alike in every engine, of which a limit takes the beginning', async () => {
    const all = await retrieval.search({});
    expect([...all].sort()).toEqual([...IDS].sort());
    expect(await retrieval.search({ limit: 5 })).toEqual(all.slice(0, 5));
    expect(all.slice(0, 5)).toEqual(['b:15', 'a:0', 'a:8', 'a:14', 'b:11']);
  });

  test('has an image in the wanted colour first, for any limit', async () => {
    expect(await retrieval.search({ limit: 1, filters: { paletteNear: '#0000ff' } })).toEqual([IDS[7]]);
  });
});
