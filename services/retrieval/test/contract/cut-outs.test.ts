import { beforeEach, expect, test } from '@jest/globals';
import type { SameImageInput } from '@imagesearch/contracts/messages';
import { describeOnIndexes } from '../support/engines.js';
import { cutOut, drawCorners, packed } from '../support/packed-corners.js';
import {
  by,
  call,
  MODEL,
  point,
  rebuildOnVectors,
  retrievalForEach,
  towards,
} from '../support/retrieval-fixture.js';

const EDGE_PX = 256;
const CORNERS = 90;
const PART_PX = 150;
const HASH = '00000000ffffffff';

const whole = drawCorners(1, CORNERS, EDGE_PX);
const part = packed(cutOut(whole, 60, PART_PX), PART_PX);
const other = (seed: number): string => packed(drawCorners(seed, CORNERS, EDGE_PX), EDGE_PX);

describeOnIndexes('the image that a query is cut out of', (engine) => {
  const retrieval = retrievalForEach(engine);

  beforeEach(async () => {
    await retrieval.upsert(
      point('a:near', { image: towards(1), localFeatures: other(2) }),
      point('a:bare', { image: towards(10) }),
      point('a:whole', { image: towards(30), localFeatures: packed(whole, EDGE_PX) }),
      point('a:same', { image: towards(60), signals: { perceptualHash: HASH } }),
    );
  });

  const answer = async (sought: SameImageInput) => {
    const sameImage = { perceptualHashes: ['ffffffff00000000'], ...sought };
    const { candidates } = await retrieval.client.searchPoints(
      { ...by({ image: towards(0) }), modelFingerprint: MODEL, limit: 10, sameImage },
      call(),
    );
    return candidates.map(
      ({ assetId, containsImage, sameImage: same }) =>
        `${assetId}${containsImage ? ' contains' : ''}${same ? ' same' : ''}`,
    );
  };
  const AS_BEFORE = ['a:near', 'a:bare', 'a:whole', 'a:same'];

  test('comes first and is marked; no other image is, and one without local features keeps its rank', async () => {
    expect(await answer({ localFeatures: [other(3), part] })).toEqual([
      'a:whole contains',
      'a:near',
      'a:bare',
      'a:same',
    ]);
  });

  test('is nowhere for another image, for features that cannot be read, and for a request that seeks none', async () => {
    expect(await answer({ localFeatures: [other(3)] })).toEqual(AS_BEFORE);
    expect(await answer({ localFeatures: ['AAAA'] })).toEqual(AS_BEFORE);
    expect(await answer({})).toEqual(AS_BEFORE);
  });

  test('is not sought beyond the nearest thirty', async () => {
    await retrieval.upsert(
      ...Array.from({ length: 28 }, (_, at) => point(`a:nearer-${at}`, { image: towards(at) })),
    );
    expect((await answer({ localFeatures: [part] })).filter((found) => found.endsWith('contains'))).toEqual(
      [],
    );
    await retrieval.client.deletePoints({ assetIds: ['a:nearer-0'] }, call());
    expect((await answer({ localFeatures: [part] }))[0]).toBe('a:whole contains');
  });

  test('is not sought where an image is the same as the query', async () => {
    const found = await answer({ localFeatures: [part], perceptualHashes: [HASH] });
    expect(found).toEqual(['a:same same', 'a:near', 'a:bare', 'a:whole']);
  });

  test('is recognised by its latest features, also after it was compared', async () => {
    expect((await answer({ localFeatures: [part] }))[0]).toBe('a:whole contains');
    await retrieval.upsert(point('a:whole', { image: towards(30), localFeatures: other(4) }));
    expect(await answer({ localFeatures: [part] })).toEqual(AS_BEFORE);
    await retrieval.upsert(point('a:bare', { image: towards(10), localFeatures: packed(whole, EDGE_PX) }));
    expect((await answer({ localFeatures: [part] }))[0]).toBe('a:bare contains');
    await retrieval.client.deletePoints({ assetIds: ['a:bare'] }, call());
    expect(await answer({ localFeatures: [part] })).toEqual(['a:near', 'a:whole', 'a:same']);
  });

  test('is still found after a rebuild', async () => {
    await rebuildOnVectors(
      retrieval,
      ['a:near', 'a:bare', 'a:whole', 'a:same'].map((id) => point(id)),
    );
    expect((await answer({ localFeatures: [part] }))[0]).toBe('a:whole contains');
  }, 60_000);

  test('is not sought with text that is no base64', async () => {
    await expect(answer({ localFeatures: ['not base64!'] })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ loc: ['same_image', 'local_features', 0] }],
    });
  });
});
