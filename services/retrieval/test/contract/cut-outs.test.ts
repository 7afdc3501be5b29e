import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SameImageInput } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { describeOnIndexes } from '../support/engines.js';
import { cutOut, drawCorners, packed } from '../support/packed-corners.js';
import {
  by,
  call,
  MODEL,
  point,
  startRetrieval,
  towards,
  type RetrievalFixture,
} from '../support/retrieval-fixture.js';

const EDGE_PX = 256;
const CORNERS = 90;
const PART_PX = 150;
const HASH = '00000000ffffffff';
const REBUILD_TIMEOUT_MS = 60_000;

const whole = drawCorners(1, CORNERS, EDGE_PX);
const part = packed(cutOut(whole, 60, PART_PX), PART_PX);
const other = (seed: number): string => packed(drawCorners(seed, CORNERS, EDGE_PX), EDGE_PX);

describeOnIndexes('the image that a query is cut out of', (engine) => {
  let retrieval: RetrievalFixture;

  beforeEach(async () => {
    retrieval = await startRetrieval(engine);
    await retrieval.upsert(
      point('a:near', { image: towards(1), localFeatures: other(2) }),
      point('a:older', { image: towards(10) }),
      point('a:whole', { image: towards(30), localFeatures: packed(whole, EDGE_PX) }),
      point('a:same', { image: towards(60), signals: { perceptualHash: HASH } }),
    );
  });
  afterEach(() => retrieval.close());

  const ask = (sought: SameImageInput) => {
    const sameImage = { perceptualHashes: ['ffffffff00000000'], ...sought };
    return retrieval.client.searchPoints(
      { ...by({ image: towards(0) }), modelFingerprint: MODEL, limit: 10, sameImage },
      call(),
    );
  };
  const answer = async (sought: SameImageInput) => {
    const { candidates } = await ask(sought);
    return candidates.map(
      ({ assetId, containsImage, sameImage: same }) =>
        `${assetId}${containsImage ? ' contains' : ''}${same ? ' same' : ''}`,
    );
  };
  const AS_BEFORE = ['a:near', 'a:older', 'a:whole', 'a:same'];

  test('comes first and is marked; no other image is, and one without local features keeps its rank', async () => {
    expect(await answer({ localFeatures: [other(3), part] })).toEqual([
      'a:whole contains',
      'a:near',
      'a:older',
      'a:same',
    ]);
  });

  test('is nowhere for another image, for features that cannot be read, and for a request that seeks none', async () => {
    expect(await answer({ localFeatures: [other(3)] })).toEqual(AS_BEFORE);
    expect(await answer({ localFeatures: ['AAAA'] })).toEqual(AS_BEFORE);
    expect(await answer({})).toEqual(AS_BEFORE);
  });

  test('is not sought where an image is the same as the query', async () => {
    const found = await answer({ localFeatures: [part], perceptualHashes: [HASH] });
    expect(found).toEqual(['a:same same', 'a:near', 'a:older', 'a:whole']);
  });

  test('is the same whether a search finds what it compares or the images are named by an earlier search', async () => {
    const { nearest } = await ask({});
    expect(nearest).toEqual(AS_BEFORE);
    for (const localFeatures of [[other(3), part], [part]]) {
      const named = await ask({ localFeatures, nearest });
      expect(named).toEqual(await ask({ localFeatures }));
      expect(named).toMatchObject({ unchanged: false, candidates: [{ assetId: 'a:whole' }, {}, {}, {}] });
    }
  });

  test('is not sought beyond the images that are named, and no answer repeats what is already known', async () => {
    const { nearest } = await ask({});
    const without = nearest.filter((assetId) => assetId !== 'a:whole');
    for (const sought of [
      { localFeatures: [other(3)], nearest },
      { localFeatures: [part], nearest: without },
      { localFeatures: [part], nearest: ['a:deleted'] },
    ]) {
      expect(await ask(sought)).toMatchObject({ unchanged: true, candidates: [], nearest: [] });
    }
  });

  test('is known by its latest features, also after it was compared', async () => {
    expect((await answer({ localFeatures: [part] }))[0]).toBe('a:whole contains');
    await retrieval.upsert(point('a:whole', { image: towards(30), localFeatures: other(4) }));
    expect(await answer({ localFeatures: [part] })).toEqual(AS_BEFORE);
    await retrieval.upsert(point('a:older', { image: towards(10), localFeatures: packed(whole, EDGE_PX) }));
    expect((await answer({ localFeatures: [part] }))[0]).toBe('a:older contains');
    await retrieval.client.deletePoints({ assetIds: ['a:older'] }, call());
    expect(await answer({ localFeatures: [part] })).toEqual(['a:near', 'a:whole', 'a:same']);
  });

  test(
    'is still found after a rebuild',
    async () => {
      for await (const progress of retrieval.client.rebuildIndex({}, detachedCall(REBUILD_TIMEOUT_MS))) {
        expect(progress.done).toBeLessThanOrEqual(progress.total);
      }
      expect((await answer({ localFeatures: [part] }))[0]).toBe('a:whole contains');
    },
    REBUILD_TIMEOUT_MS,
  );

  test('is not sought with text that is no base64', async () => {
    await expect(answer({ localFeatures: ['not base64!'] })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ loc: ['same_image', 'local_features', 0], type: 'local_features' }],
    });
  });

  test('is not sought among images that are no assets, or among too many', async () => {
    await expect(answer({ localFeatures: [part], nearest: ['whole'] })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ loc: ['same_image', 'nearest', 0], type: 'asset_id' }],
    });
    const nearest = Array.from({ length: 31 }, (_, at) => `a:${at}`);
    await expect(answer({ localFeatures: [part], nearest })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ loc: ['same_image', 'nearest'], type: 'too_long' }],
    });
  });
});
