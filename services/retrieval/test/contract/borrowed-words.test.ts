import { afterEach, beforeEach, expect, test } from '@jest/globals';
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

describeOnIndexes('an image without words', (engine) => {
  let retrieval: RetrievalFixture;

  beforeEach(async () => {
    retrieval = await startRetrieval(engine);
    await retrieval.upsert(
      point('a:1', { title: 'Red barn', tags: ['farm'], image: towards(10) }),
      point('a:2', { title: 'Barn at night', image: towards(12) }),
      point('a:3', { title: 'Horse on a farm', image: towards(14) }),
      ...[120, 130, 140].map((degrees) => point(`b:${degrees}`, { title: 'Ocean', image: towards(degrees) })),
    );
  });
  afterEach(() => retrieval.close());

  const photograph = (assetId = 'c:1', title = '') => point(assetId, { title, image: towards(11) });
  const find = (words: string) => retrieval.search({ words });
  const textsOf = async (assetId: string) => {
    const request = { modelFingerprint: MODEL, limit: 100, ...by({ image: towards(11) }), withTexts: true };
    const { candidates } = await retrieval.client.searchPoints({ ...request, keepDuplicates: true }, call());
    const packed = candidates.find((candidate) => candidate.assetId === assetId)?.packedTexts;
    return packed && unpackTexts(packed);
  };
  const reindex = async (): Promise<void> => {
    for await (const progress of retrieval.client.rebuildIndex({}, detachedCall(REBUILD_TIMEOUT_MS)))
      expect(progress.phase).not.toBe('');
  };

  test.each(['', 'IMG 2041', 'DSC 0007 copy'])(
    'named %j is found by words that its neighbours share',
    async (title) => {
      await retrieval.upsert(photograph('c:1', title));
      expect(await find('barn')).toContain('c:1');
      expect(await find('farm')).toContain('c:1');
      // Only one neighbour has it.
      expect(await find('horse')).not.toContain('c:1');
    },
  );

  test('follows images with the word in a caption of their own', async () => {
    await retrieval.upsert(photograph());
    expect((await find('barn')).at(-1)).toBe('c:1');
  });

  test('keeps its own title, and the reranker reads the borrowed words as a description', async () => {
    await retrieval.upsert(photograph('c:1', 'IMG 2041'));
    expect(await textsOf('c:1')).toMatchObject({ title: 'IMG 2041', tags: [], description: 'barn farm' });
  });

  test('borrows nothing when it has a word of its own', async () => {
    await retrieval.upsert(photograph('c:1', 'Tractor'));
    expect(await find('barn')).not.toContain('c:1');
    expect(await find('tractor')).toEqual(['c:1']);
  });

  test('lends nothing', async () => {
    await retrieval.upsert(photograph('c:1'), photograph('c:2'), photograph('c:3'));
    await retrieval.client.deletePoints({ assetIds: ['a:1', 'a:2', 'a:3'] }, call());
    await reindex();
    expect(await find('barn')).toEqual([]);
  });

  test('loses what it borrowed as soon as a lender is deleted', async () => {
    await retrieval.upsert(photograph('c:1', 'IMG 2041'));
    await retrieval.client.deletePoints({ assetIds: ['a:2'] }, call());
    expect(await find('barn')).toEqual(['a:1']);
    expect(await textsOf('c:1')).toMatchObject({ title: 'IMG 2041', description: '' });
    expect(await find('2041')).toEqual(['c:1']);
  });

  test('borrows at a rebuild what was captioned later, and the same again at the next one', async () => {
    await retrieval.upsert(photograph('d:1'));
    await retrieval.upsert(
      point('a:4', { title: 'Silo', image: towards(11) }),
      point('a:5', { title: 'Silo', image: towards(11.5) }),
    );
    expect(await find('silo')).not.toContain('d:1');
    await reindex();
    expect(await find('silo')).toContain('d:1');
    const texts = await textsOf('d:1');
    await reindex();
    expect(await textsOf('d:1')).toEqual(texts);
    await retrieval.client.deletePoints({ assetIds: ['a:4'] }, call());
    expect(await find('silo')).toEqual(['a:5']);
  });
});
