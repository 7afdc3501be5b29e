import { expect, test } from '@jest/globals';
import type { FiltersInput, PointInput } from '@imagesearch/contracts/messages';
import { describeOnIndexes } from '../support/engines.js';
import { by, call, MODEL, point, retrievalForEach, towards } from '../support/retrieval-fixture.js';

describeOnIndexes('the ranking', (engine) => {
  const retrieval = retrievalForEach(engine);

  test('near-duplicates collapse into the best one unless the request keeps them', async () => {
    const look = (perceptualHash: string, hex: string) => ({
      perceptualHash,
      palette: [hex],
      paletteShares: [1],
    });
    await retrieval.upsert(
      point('a:original', {
        title: 'House',
        image: towards(0),
        signals: look('ffff0000ffff0000', '#c01010'),
      }),
      point('a:smaller', { title: 'House', image: towards(2), signals: look('ffff0000ffff0001', '#c11111') }),
      point('a:recoloured', {
        title: 'House',
        image: towards(3),
        signals: look('ffff0000ffff0000', '#1010c0'),
      }),
      point('a:unknown', { title: 'House', image: towards(4) }),
    );
    const request = { words: 'house', ...by({ image: towards(0) }), modelFingerprint: MODEL, limit: 10 };
    const { candidates } = await retrieval.client.searchPoints(request, call());
    expect(candidates.map(({ assetId, duplicates }) => [assetId, duplicates])).toEqual([
      ['a:original', ['a:smaller']],
      ['a:recoloured', []],
      ['a:unknown', []],
    ]);
    const similar = await retrieval.client.findSimilarPoints({ assetId: 'a:unknown', limit: 2 }, call());
    expect(similar.candidates.map(({ assetId }) => assetId)).toEqual(['a:recoloured', 'a:smaller']);
    await retrieval.restart();
    expect(await retrieval.search(request)).toHaveLength(3);
  });

  test('of near-duplicates the one with known rights is shown, among those that satisfy the filters', async () => {
    const copy = (assetId: string, degrees: number, rest: PointInput) =>
      point(assetId, {
        title: 'House',
        image: towards(degrees),
        signals: { perceptualHash: 'ffff0000ffff0000', palette: ['#c01010'], paletteShares: [1] },
        ...rest,
      });
    const ccBy = {
      license: 'cc-by-4.0',
      commercial: true,
      derivatives: true,
      shareAlike: false,
      attributionRequired: true,
    };
    const cc0 = { ...ccBy, license: 'cc0', attributionRequired: false };
    await retrieval.upsert(
      copy('a:unlicensed', 0, {}),
      copy('b:credited', 1, { rights: ccBy }),
      copy('c:free', 2, { rights: cc0, title: '' }),
    );
    const found = async (filters: FiltersInput) => {
      const request = {
        words: '',
        ...by({ image: towards(0) }),
        modelFingerprint: MODEL,
        limit: 10,
        filters,
      };
      const { candidates } = await retrieval.client.searchPoints(request, call());
      return candidates.map(({ assetId, duplicates }) => [assetId, duplicates]);
    };
    expect(await found({})).toEqual([['c:free', ['b:credited', 'a:unlicensed']]]);
    expect(await found({ attributionRequired: true })).toEqual([['b:credited', []]]);
    const similar = await retrieval.client.findSimilarPoints({ assetId: 'a:unlicensed', limit: 5 }, call());
    expect(similar.candidates).toMatchObject([{ assetId: 'c:free', duplicates: ['b:credited'] }]);
  });

  test('a list that counts more wins a disagreement, and one that counts nothing has no say', async () => {
    await retrieval.upsert(
      point('a:words', { title: 'House', image: towards(80) }),
      point('a:image', { title: 'House house house boat car tree', image: towards(1) }),
    );
    const weighted = (weight: number) => ({ words: 'boat', ...by({ image: towards(79) }, weight) });
    expect(await retrieval.search(weighted(0))).toEqual(['a:image', 'a:words']);
    expect(await retrieval.search(weighted(0.3))).toEqual(['a:image', 'a:words']);
    expect(await retrieval.search(weighted(100))).toEqual(['a:words', 'a:image']);
    const none = retrieval.search({ ...weighted(0), words: '' });
    await expect(none).rejects.toMatchObject({ issues: [{ loc: ['vectors'] }] });
  });

  test('several vectors against the images are one list each, fused once and before the wanted colour', async () => {
    const blue = { palette: ['#1133cc'], paletteShares: [1] };
    await retrieval.upsert(
      point('a:near', { title: 'House', image: towards(0) }),
      point('a:middle', { title: 'House', image: towards(45), signals: blue }),
      point('a:far', { title: 'Boat', image: towards(90) }),
    );
    const request = {
      words: 'house',
      vectors: [
        { name: 'sight', target: 'TARGET_IMAGE' as const, vector: towards(0) },
        { name: 'image', target: 'TARGET_IMAGE' as const, vector: towards(80) },
      ],
      modelFingerprint: MODEL,
      limit: 10,
      filters: { paletteNear: '#1133cc' },
    };
    const { candidates } = await retrieval.client.searchPoints(request, call());
    expect(candidates.map(({ assetId }) => assetId)).toEqual(['a:middle', 'a:near', 'a:far']);
    expect(candidates[0]?.ranks).toEqual({ words: 1, sight: 2, image: 2 });
    const fused = (ranks: number[]): number =>
      ranks.reduce((sum, rank) => sum + 1 / (60 + rank), 0) / (3 / 61);
    expect(candidates[0]?.score).toBeCloseTo((fused([1, 2, 2]) + 0.5) / 1.5, 9);
    expect(candidates[1]?.score).toBeCloseTo(fused([2, 1, 3]) / 1.5, 9);
    expect(candidates[2]?.score).toBeCloseTo(fused([3, 1]) / 1.5, 9);
  });
});
