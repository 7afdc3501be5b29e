import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CountPointsRequestInput } from '@imagesearch/contracts/messages';
import { describeOnIndexes } from '../support/engines.js';
import { call, point, startRetrieval, towards, type RetrievalFixture } from '../support/retrieval-fixture.js';

describeOnIndexes('counts', (engine) => {
  let retrieval: RetrievalFixture;

  const counts = async (request: CountPointsRequestInput): Promise<number[]> =>
    (await retrieval.client.countPoints({ limit: 1_000, ...request }, call())).counts;

  beforeAll(async () => {
    retrieval = await startRetrieval(engine);
    expect(await counts({ filters: [{}, { commercial: true }] })).toEqual([0, 0]);
    await retrieval.upsert(
      ...Array.from({ length: 30 }, (_, at) =>
        point(`a:${at}`, {
          title: at < 12 ? 'House' : 'Boat',
          image: towards(at),
          signals: { luminance: at / 30, perceptualHash: '0123456789abcdef' },
          rights: { commercial: at % 2 === 0 },
        }),
      ),
    );
  });
  afterAll(() => retrieval.close());

  test('are those of each set of filters, in the order of the sets', async () => {
    const filters = [{}, { commercial: true }, { luminanceMin: 0.9 }, { sourceAny: ['b'] }, {}];
    expect(await counts({ filters })).toEqual([30, 15, 3, 0, 30]);
  });

  test('stop at the limit', async () => {
    expect(await counts({ filters: [{}, { luminanceMin: 0.9 }], limit: 10 })).toEqual([10, 3]);
  });

  test('leave one asset out where that is asked for, and only where it was counted', async () => {
    const filters = [{}, { commercial: true }, { commercial: false }];
    expect(await counts({ filters, exceptAssetId: 'a:2' })).toEqual([29, 14, 15]);
  });

  test('hold only what matches the words, where words are given', async () => {
    expect(await counts({ filters: [{}, { commercial: true }], words: 'houses' })).toEqual([12, 6]);
    expect(await counts({ filters: [{}], words: 'houses', limit: 5 })).toEqual([5]);
    expect(await counts({ filters: [{}], words: 'houses', exceptAssetId: 'a:2' })).toEqual([11]);
    expect(await counts({ filters: [{}], words: 'the' })).toEqual([0]);
    expect(await counts({ filters: [{}], words: 'zebra' })).toEqual([0]);
  });

  test('see every finished write', async () => {
    await retrieval.upsert(point('b:1', { title: 'House' }));
    expect(await counts({ filters: [{}, { sourceAny: ['b'] }] })).toEqual([31, 1]);
    await retrieval.client.deletePoints({ assetIds: ['b:1'] }, call());
    expect(await counts({ filters: [{}, { sourceAny: ['b'] }] })).toEqual([30, 0]);
  });

  test.each<[CountPointsRequestInput, (string | number)[]]>([
    [{ filters: [] }, ['filters']],
    [{ filters: Array.from({ length: 101 }, () => ({})) }, ['filters']],
    [{ filters: [{}], limit: 0 }, ['limit']],
    [{ filters: [{}, { luminanceMin: 2 }] }, ['filters', 1, 'luminance_min']],
    [{ filters: [{}], exceptAssetId: 'house' }, ['except_asset_id']],
  ])('refuse %j', async (request, loc) => {
    await expect(counts(request)).rejects.toMatchObject({ code: 'invalid_request', issues: [{ loc }] });
  });
});
