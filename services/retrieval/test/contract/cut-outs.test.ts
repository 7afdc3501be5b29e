import { beforeEach, expect, test } from '@jest/globals';
import type { SameImageInput } from '@imagesearch/contracts/messages';
import { createRandom } from '@imagesearch/testkit/random';
import { describeOnIndexes } from '../support/engines.js';
import { byImage, point, rebuildOnVectors, retrievalForEach, towards } from '../support/retrieval-fixture.js';

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
    return (await retrieval.candidates({ ...byImage(), sameImage })).map(
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

  test('is not sought where an image is the same as the query', async () => {
    const found = await answer({ localFeatures: [part], perceptualHashes: [HASH] });
    expect(found).toEqual(['a:same same', 'a:near', 'a:bare', 'a:whole']);
  });

  test('is still found after a rebuild', async () => {
    await rebuildOnVectors(
      retrieval,
      ['a:near', 'a:bare', 'a:whole', 'a:same'].map((id) => point(id)),
    );
    expect((await answer({ localFeatures: [part] }))[0]).toBe('a:whole contains');
  }, 60_000);
});

interface PackedCorner {
  x: number;
  y: number;
  bytes: readonly number[];
}

/** Corners at random places of a square image, the same for the same seed. */
function drawCorners(seed: number, count: number, edgePx: number): PackedCorner[] {
  const { below } = createRandom(seed);
  return Array.from({ length: count }, () => ({
    x: below(edgePx),
    y: below(edgePx),
    // Three of colour, then sixteen of bits.
    bytes: Array.from({ length: 19 }, () => below(256)),
  }));
}

/** Those in a square of the image, at their places in it. */
function cutOut(corners: readonly PackedCorner[], from: number, edgePx: number): PackedCorner[] {
  return corners
    .map((corner) => ({ ...corner, x: corner.x - from, y: corner.y - from }))
    .filter(({ x, y }) => Math.min(x, y) >= 0 && Math.max(x, y) < edgePx);
}

/** As the embedding service packs the corners of a square image. */
function packed(corners: readonly PackedCorner[], edgePx: number): string {
  const bytes = corners.flatMap((corner) => [corner.x, corner.y, ...corner.bytes]);
  return Buffer.from([edgePx - 1, edgePx - 1, ...bytes]).toString('base64');
}
