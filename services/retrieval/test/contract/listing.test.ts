import { beforeAll, expect, test } from '@jest/globals';
import type { SearchPointsRequestInput } from '@imagesearch/contracts/messages';
import { describeOnIndexes } from '../support/engines.js';
import { byImage, call, idsOf, MODEL, point, retrievalForAll } from '../support/retrieval-fixture.js';

/** In the order of their dates, the oldest first; the last two have none. */
const POINTS = [
  point('b:1', { created: '1874', rights: { license: 'cc0' }, signals: { aspect: 1.5 } }),
  point('a:2', { created: '2024-05', tags: ['Sky', 'cat'], creator: 'ADA' }),
  point('b:2', { created: '2024-05-01', tags: ['sky'], aiGenerated: true, rights: { license: 'cc0' } }),
  point('a:3', { created: '2024-05-01T00:00:01Z', creator: 'Ada', signals: { aspect: 1.05 } }),
  point('a:0', { rights: { license: 'by' }, signals: { aspect: 0.5 } }),
  point('c:0', {
    created: '2024-13',
    tags: ['sky', 'SKY'],
    signals: { palette: ['#0000ff'], paletteShares: [1] },
  }),
];
const IDS = POINTS.map(({ assetId = '' }) => assetId);

describeOnIndexes('lists, orders and counts', (engine) => {
  const retrieval = retrievalForAll(engine);
  const ask = (request: SearchPointsRequestInput) =>
    retrieval.client.searchPoints({ modelFingerprint: MODEL, limit: 100, ...request }, call());
  const list = (request: SearchPointsRequestInput) => retrieval.search(request);

  beforeAll(async () => {
    expect(await list({})).toEqual([]);
    await retrieval.upsert(...POINTS.toReversed());
  });

  test('without words and order come all, alike in every engine, of which a limit takes the beginning', async () => {
    const { candidates, backend } = await ask({});
    expect(idsOf(candidates)).toEqual(['a:0', 'b:1', 'c:0', 'a:3', 'a:2', 'b:2']);
    expect(candidates.map(({ score }) => score)).toEqual(IDS.map(() => 1));
    expect(backend).toBe(engine.name);
    expect(await list({ limit: 2 })).toEqual(['a:0', 'b:1']);
    expect(await list({ limit: 1, filters: { sourceAny: ['b'] } })).toEqual(['b:1']);
    expect(await list({ limit: 1, filters: { paletteNear: '#0000ff' } })).toEqual(['c:0']);
  });

  test('by date, equal dates come by asset id, and what has none last; the pool is cut after the order', async () => {
    expect(await list({ order: 'ORDER_OLDEST' })).toEqual(IDS);
    expect(await list({ order: 'ORDER_OLDEST', limit: 5 })).toEqual(IDS.slice(0, 5));
    expect(await list({ order: 'ORDER_NEWEST' })).toEqual(['a:3', 'a:2', 'b:2', 'b:1', 'a:0', 'c:0']);
    const filters = { tagsAny: ['sky'] };
    expect(await list({ order: 'ORDER_NEWEST', limit: 2, filters })).toEqual(['a:2', 'b:2']);
    expect(await list({ order: 'ORDER_NEWEST', filters })).toEqual(['a:2', 'b:2', 'c:0']);
  });

  test('by date, images that fail a soft filter come after all others, and say what they fail', async () => {
    const softly = { softFilters: { aiGenerated: false }, softMin: 10 };
    const { candidates, matching } = await ask({ order: 'ORDER_OLDEST', ...softly });
    expect(idsOf(candidates)).toEqual([...IDS.filter((id) => id !== 'b:2'), 'b:2']);
    expect(idsOf(candidates.filter(({ unmet }) => unmet.length > 0))).toEqual(['b:2']);
    expect(matching).toBe(IDS.length);
  });

  test.each(['ORDER_NEWEST', 'ORDER_OLDEST'] as const)(
    'the pages of %s, each after the last image of the one before, are the list, however they are cut',
    async (order) => {
      const request = { order, softFilters: { aiGenerated: false } };
      const whole = await list(request);
      for (const limit of [1, 2, 4]) {
        const ids: string[] = [];
        let after: SearchPointsRequestInput['after'];
        do {
          const { candidates } = await ask({ ...request, limit, ...(after && { after }) });
          ids.push(...idsOf(candidates));
          const last = candidates.at(-1);
          after = last && {
            assetId: last.assetId,
            unmet: last.unmet.length > 0,
            ...(last.createdMs !== undefined && { createdMs: last.createdMs }),
          };
        } while (after);
        expect(ids).toEqual(whole);
      }
    },
  );

  test('a page goes on where it was, although the image before it is gone', async () => {
    const place = { assetId: 'b:0', createdMs: Date.UTC(2024, 4, 1), unmet: false };
    expect(await list({ order: 'ORDER_OLDEST', after: place })).toEqual(['b:2', 'a:3', 'a:0', 'c:0']);
    const undated = { assetId: 'b:0', unmet: false };
    expect(await list({ order: 'ORDER_OLDEST', after: undated })).toEqual(['c:0']);
  });

  test('each candidate says when it was made, only where an order is asked for', async () => {
    const { candidates } = await ask({ ...byImage(), order: 'ORDER_NEWEST' });
    const created = new Map(candidates.map(({ assetId, createdMs }) => [assetId, createdMs]));
    expect(created.get('b:1')).toBe(Date.UTC(1874, 0, 1));
    expect(created.get('a:2')).toBe(Date.UTC(2024, 4, 1));
    expect(created.get('c:0')).toBeUndefined();
    expect((await ask(byImage())).candidates.every(({ createdMs }) => createdMs === undefined)).toBe(true);
  });

  test('the values of what was found are counted, the commonest first, and the unknown nowhere', async () => {
    const counted = ['license', 'source', 'creator', 'tags', 'orientation'];
    const { counts } = await ask({ ...byImage(), counted });
    const byProperty = counts.map(({ property, values }) => [
      property,
      values.map(({ value, count }) => `${value} ${count}`),
    ]);
    expect(byProperty).toEqual([
      ['license', ['cc0 2', 'by 1']],
      ['source', ['a 3', 'b 2', 'c 1']],
      ['creator', ['ada 2']],
      ['tags', ['sky 3', 'cat 1']],
      ['orientation', ['landscape 2', 'portrait 1', 'square 1']],
    ]);
    const narrowed = await ask({ ...byImage({ licenseAny: ['cc0'] }), counted: ['source'] });
    expect(narrowed.counts).toEqual([{ property: 'source', values: [{ value: 'b', count: 2 }] }]);
    const listed = await ask({ order: 'ORDER_NEWEST', limit: 1, counted });
    expect(listed.counts).toEqual(counts);
  });
});
