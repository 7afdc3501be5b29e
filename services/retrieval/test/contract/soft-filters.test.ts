import { beforeAll, expect, test } from '@jest/globals';
import type { SearchPointsRequestInput } from '@imagesearch/contracts/messages';
import { describeOnIndexes } from '../support/engines.js';
import { by, point, retrievalForAll, towards } from '../support/retrieval-fixture.js';

describeOnIndexes('soft filters', (engine) => {
  const retrieval = retrievalForAll(engine);

  beforeAll(async () => {
    const same = { perceptualHash: 'ffff0000ffff0000', palette: ['#c01010'], paletteShares: [1] };
    await retrieval.upsert(
      point('a:dark', { title: 'house', image: towards(1), signals: { luminance: 0.1, faces: 0 } }),
      point('a:bright', { title: 'house', image: towards(2), signals: { luminance: 0.9, faces: 0 } }),
      point('a:darker', { title: 'house', image: towards(3), signals: { luminance: 0.05, faces: 2 } }),
      point('a:unknown', { title: 'boat', image: towards(4) }),
      point('b:copy', { title: 'car', image: towards(90), signals: { ...same, luminance: 0.1 } }),
      // The rights are better, so that it would stand for the other one.
      point('b:original', {
        title: 'car',
        image: towards(91),
        signals: { ...same, luminance: 0.9 },
        rights: { commercial: true, derivatives: true, attributionRequired: false, shareAlike: false },
      }),
    );
  });

  const DARK = { luminanceMax: 0.3 };
  /** What is found, and which facets of the soft filters each does not meet. */
  const unmet = async (request: SearchPointsRequestInput) => {
    const candidates = await retrieval.candidates({ softFilters: DARK, ...request });
    return Object.fromEntries(candidates.map(({ assetId, unmet }) => [assetId, unmet]));
  };
  const HOUSES = { words: 'house' };

  test('leave out what fails them while enough meets them', async () => {
    expect(await unmet({ ...HOUSES, softMin: 2 })).toEqual({ 'a:dark': [], 'a:darker': [] });
  });

  test('let in what fails them where too few meet them, and name it', async () => {
    expect(await unmet({ ...HOUSES, softMin: 3 })).toEqual({
      'a:dark': [],
      'a:darker': [],
      'a:bright': ['luminance'],
    });
    expect(await unmet({ words: 'boat', softMin: 1 })).toEqual({ 'a:unknown': ['luminance'] });
  });

  test('are named one by one, as the filters are called without their bounds', async () => {
    const softFilters = { ...DARK, facesMax: 0, negSpaceAny: ['left'] };
    expect(await unmet({ ...HOUSES, softFilters, softMin: 9 })).toEqual({
      'a:dark': ['neg_space'],
      'a:darker': ['faces', 'neg_space'],
      'a:bright': ['luminance', 'neg_space'],
    });
  });

  test('rank what meets them and what does not together, as without them', async () => {
    const asked = { ...by({ image: towards(0) }), filters: { sourceAny: ['a'] } };
    const found = await unmet({ ...asked, softMin: 9 });
    expect(Object.keys(found)).toEqual(await retrieval.search(asked));
  });

  test('never widen the hard ones', async () => {
    const asked = { ...HOUSES, filters: { facesMax: 0 }, softMin: 9 };
    expect(await unmet(asked)).toEqual({ 'a:dark': [], 'a:bright': ['luminance'] });
  });

  test('decide which of two near-duplicates is shown', async () => {
    const shown = await unmet({ words: 'car', softMin: 9 });
    expect(shown).toEqual({ 'b:copy': [] });
    expect(await retrieval.search({ words: 'car' })).toEqual(['b:original']);
  });

  test('hold in the same way for unranked lists and for similar images', async () => {
    expect(await unmet({ filters: { sourceAny: ['a'] }, softMin: 2 })).toEqual({
      'a:dark': [],
      'a:darker': [],
    });
    expect(await unmet({ filters: { sourceAny: ['a'] }, softMin: 3 })).toMatchObject({
      'a:bright': ['luminance'],
      'a:unknown': ['luminance'],
    });
    const similar = { seed: 'a:dark', filters: { sourceAny: ['a'] }, softFilters: DARK };
    const found = async (softMin: number) => {
      const candidates = await retrieval.candidates({ ...similar, softMin });
      return candidates.map(({ assetId, unmet }) => [assetId, unmet]);
    };
    expect(await found(1)).toEqual([['a:darker', []]]);
    expect(await found(2)).toEqual([
      ['a:bright', ['luminance']],
      ['a:darker', []],
      ['a:unknown', ['luminance']],
    ]);
  });
});
