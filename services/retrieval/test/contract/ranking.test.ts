import { expect, test } from '@jest/globals';
import { describeOnIndexes } from '../support/engines.js';
import { by, byImage, idsOf, point, retrievalForEach, towards } from '../support/retrieval-fixture.js';

describeOnIndexes('the ranking', (engine) => {
  const retrieval = retrievalForEach(engine);

  test('near-duplicates collapse into the one with the best known rights, also after a restart', async () => {
    const look = (hex: string, perceptualHash = 'ffff0000ffff0000') => ({
      signals: { perceptualHash, palette: [hex], paletteShares: [1] },
    });
    const rights = { commercial: true, derivatives: true, shareAlike: false, attributionRequired: false };
    await retrieval.upsert(
      point('a:original', { image: towards(0), ...look('#c01010') }),
      point('a:smaller', { image: towards(2), ...look('#c11111', 'ffff0000ffff0001'), rights }),
      point('a:recoloured', { image: towards(3), ...look('#1010c0') }),
      point('a:unknown', { image: towards(4) }),
    );
    const found = async () =>
      (await retrieval.candidates(byImage())).map(({ assetId, duplicates }) => [assetId, duplicates]);
    const collapsed = [
      ['a:smaller', ['a:original']],
      ['a:recoloured', []],
      ['a:unknown', []],
    ];
    expect(await found()).toEqual(collapsed);
    const similar = await retrieval.search({ seed: 'a:unknown', limit: 2 });
    expect(similar).toEqual(['a:recoloured', 'a:smaller']);
    await retrieval.restart();
    expect(await found()).toEqual(collapsed);
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
    const candidates = await retrieval.candidates({
      words: 'house',
      vectors: [
        { name: 'sight', target: 'TARGET_IMAGE', vector: towards(0) },
        { name: 'image', target: 'TARGET_IMAGE', vector: towards(80) },
      ],
      filters: { paletteNear: '#1133cc' },
    });
    expect(idsOf(candidates)).toEqual(['a:middle', 'a:near', 'a:far']);
    expect(candidates[0]?.ranks).toEqual({ words: 1, sight: 2, image: 2 });
    const fused = (1 / 61 + 2 / 62) / (3 / 61);
    expect(candidates[0]?.score).toBeCloseTo((fused + 0.5) / 1.5, 9);
  });

  test('a word in a title outweighs the same word in a description, and a rare word a common one', async () => {
    await retrieval.upsert(
      point('a:mentioned', { title: 'Garden', description: 'A lighthouse stands far behind' }),
      point('a:named', { title: 'Lighthouse', description: 'A garden stands far behind' }),
      ...Array.from({ length: 8 }, (_, position) => point(`b:${position}`, { tags: ['Garden'] })),
    );
    const ids = await retrieval.search({ words: 'lighthouse gardens' });
    expect(ids.slice(0, 2)).toEqual(['a:named', 'a:mentioned']);
    expect(ids).toHaveLength(10);
  });

  test('words that look like a query language are only words', async () => {
    await retrieval.upsert(point('a:1', { title: 'House' }), point('a:2', { title: 'Mountain' }));
    for (const words of [
      `' OR 1=1 --`,
      `"; DROP TABLE points; --`,
      `\\' \\" \\`,
      `\u0000\u0007`,
      `{"match":{"any":[]}}`,
      '🏔️ 富士山 %_',
    ])
      expect([words, await retrieval.search({ words })]).toEqual([words, []]);
    expect(await retrieval.search({ words: 'title:(mountain AND' })).toEqual(['a:2']);
    expect(await retrieval.search({ words: '+mountain -house ~2 ^3 *?' })).toEqual(['a:1', 'a:2']);
  });
});
