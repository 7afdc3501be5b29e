import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { engines } from '../support/engines.js';
import {
  call,
  MODEL,
  point,
  startRetrieval,
  towards,
  type RetrievalFixture,
} from '../support/retrieval-fixture.js';

describe.each(engines())('the ranking on $name', (engine) => {
  let retrieval: RetrievalFixture;

  beforeEach(async () => {
    retrieval = await startRetrieval(engine);
  });
  afterEach(() => retrieval.close());

  test('copies of one picture are folded into the best one, unless they are asked for', async () => {
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
    const request = { words: 'house', image: towards(0), modelFingerprint: MODEL, limit: 10 };
    const { candidates } = await retrieval.client.searchPoints(request, call());
    expect(candidates.map(({ assetId, duplicates }) => [assetId, duplicates])).toEqual([
      ['a:original', ['a:smaller']],
      ['a:recoloured', []],
      ['a:unknown', []],
    ]);
    expect(await retrieval.search({ ...request, keepDuplicates: true })).toHaveLength(4);
    const similar = await retrieval.client.findSimilarPoints({ assetId: 'a:unknown', limit: 2 }, call());
    expect(similar.candidates.map(({ assetId }) => assetId)).toEqual(['a:recoloured', 'a:smaller']);
    await retrieval.restart();
    expect(await retrieval.search(request)).toHaveLength(3);
  });

  test('a list that counts more wins a disagreement, and one that counts nothing has no say', async () => {
    await retrieval.upsert(
      point('a:words', { title: 'House', image: towards(80) }),
      point('a:image', { title: 'House house house boat car tree', image: towards(1) }),
    );
    const request = { words: 'boat', image: towards(79) };
    expect(await retrieval.search({ ...request, weights: { words: 3 } })).toEqual(['a:image', 'a:words']);
    expect(await retrieval.search({ ...request, weights: { words: 0 } })).toEqual(['a:words', 'a:image']);
    const none = retrieval.search({ ...request, weights: { words: 0, caption: 0, image: 0 } });
    await expect(none).rejects.toMatchObject({ issues: [{ loc: ['weights'] }] });
  });
});
