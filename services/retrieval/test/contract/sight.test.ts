import { expect, test } from '@jest/globals';
import { describeOnIndexes } from '../support/engines.js';
import {
  by,
  call,
  DIMENSIONS,
  point,
  rebuildOnVectors,
  retrievalForEach,
  towards,
} from '../support/retrieval-fixture.js';

const MODEL = {
  modelFingerprint: 'sha256:with-sight',
  dimensions: { image: DIMENSIONS, caption: DIMENSIONS, sight: 3 },
};

/** In a space of other length than that of images and captions. */
const sight = (degrees: number) => ({ values: towards(degrees).values.slice(0, MODEL.dimensions.sight) });

describeOnIndexes('sight vectors', (engine) => {
  const retrieval = retrievalForEach(engine);

  test('find the images that have one, beside the list of captions, also after a restart and a rebuild', async () => {
    const points = [
      point('a:captioned', { title: 'House', caption: towards(0) }),
      point('a:near', { sight: sight(5) }),
      point('a:far', { sight: sight(60) }),
    ];
    // The first point has no sight vector, and the index still holds those of the others.
    for (const upserted of [points.slice(0, 1), points])
      await retrieval.client.upsertPoints({ ...MODEL, points: upserted }, call());
    const found = async () => {
      const request = { ...by({ caption: towards(0), sight: sight(0) }), ...MODEL };
      const candidates = await retrieval.candidates(request);
      return Object.fromEntries(candidates.map((candidate) => [candidate.assetId, candidate]));
    };
    const expected = {
      'a:captioned': { ranks: { caption: 1 } },
      'a:near': {
        ranks: { sight: 1 },
        similarities: { sight: expect.closeTo(Math.cos((5 * Math.PI) / 180), 5) },
      },
      'a:far': { ranks: { sight: 2 } },
    };
    expect(await found()).toMatchObject(expected);
    await retrieval.optimize();
    await retrieval.restart();
    expect(await found()).toMatchObject(expected);
    await rebuildOnVectors(retrieval, points, MODEL);
    expect(await found()).toMatchObject(expected);
  }, 90_000);
});
