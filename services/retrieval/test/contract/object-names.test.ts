import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PointInput } from '@imagesearch/contracts/messages';
import { unpackTexts } from '@imagesearch/contracts/packed-texts';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { describeOnIndexes } from '../support/engines.js';
import {
  by,
  call,
  MODEL,
  point,
  startRetrieval,
  towards,
  type RetrievalFixture,
} from '../support/retrieval-fixture.js';

const REBUILD_TIMEOUT_MS = 60_000;

describeOnIndexes('an image that shows a dog', (engine) => {
  let retrieval: RetrievalFixture;

  beforeEach(async () => {
    retrieval = await startRetrieval(engine);
    await retrieval.upsert(
      point('a:1', { title: 'Red barn', image: towards(10) }),
      point('a:2', { title: 'Barn at night', image: towards(12) }),
    );
  });
  afterEach(() => retrieval.close());

  const photograph = (rest: PointInput = {}) =>
    point('c:1', { image: towards(11), objectNames: ['dog'], ...rest });
  const find = (words: string) => retrieval.search({ words });
  const describedAs = async (): Promise<string | undefined> => {
    const request = { modelFingerprint: MODEL, limit: 100, ...by({ image: towards(11) }), withTexts: true };
    const { candidates } = await retrieval.client.searchPoints({ ...request, keepDuplicates: true }, call());
    const packed = candidates.find(({ assetId }) => assetId === 'c:1')?.packedTexts;
    return packed && unpackTexts(packed).description;
  };

  test('is found by that when it has no words, and the reranker reads it', async () => {
    await retrieval.upsert(photograph({ title: 'IMG 2041' }));
    expect(await find('dogs')).toEqual(['c:1']);
    expect(await describedAs()).toBe('dog, barn');
  });

  test.each([{ title: 'Tractor' }, { tags: ['tractor'] }, { description: 'A tractor' }])(
    'is found by its own words alone when it has some: %j',
    async (words) => {
      await retrieval.upsert(photograph(words));
      expect(await find('dog')).toEqual([]);
      expect(await find('tractor')).toEqual(['c:1']);
    },
  );

  test('loses the name with its first caption, and is lost with its deletion', async () => {
    await retrieval.upsert(photograph());
    await retrieval.upsert(photograph({ title: 'Tractor' }));
    expect(await find('dog')).toEqual([]);
    await retrieval.upsert(photograph());
    expect(await find('dog')).toEqual(['c:1']);
    await retrieval.client.deletePoints({ assetIds: ['c:1'] }, call());
    expect(await find('dog')).toEqual([]);
  });

  test('keeps the name when what it borrowed is taken back, and when the index is rebuilt', async () => {
    await retrieval.upsert(photograph());
    await retrieval.client.deletePoints({ assetIds: ['a:1'] }, call());
    expect(await find('barn')).toEqual(['a:2']);
    expect(await describedAs()).toBe('dog');
    for await (const { phase } of retrieval.client.rebuildIndex({}, detachedCall(REBUILD_TIMEOUT_MS)))
      expect(phase).not.toBe('');
    expect(await find('dog')).toEqual(['c:1']);
  });

  test('stands behind a near-duplicate that has a caption', async () => {
    const look = {
      image: towards(60),
      signals: { perceptualHash: '0f0f0f0f0f0f0f0f', palette: ['#803020'], paletteShares: [1] },
    };
    await retrieval.upsert(point('a:3', { title: 'Tractor', ...look }), photograph(look));
    expect(await retrieval.search(by({ image: towards(60) }))).not.toContain('c:1');
  });
});
