import { expect, test } from '@jest/globals';
import type { PointInput } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { describeOnIndexes } from '../support/engines.js';
import {
  by,
  call,
  DIMENSIONS,
  MODEL,
  point,
  rebuildOnVectors,
  retrievalForEach,
  towards,
  VECTORS,
} from '../support/retrieval-fixture.js';

const WITH_SIGHT = 'sha256:with-sight';
const SIGHT_DIMENSIONS = 3;
const WITH_SIGHT_VECTORS = { image: DIMENSIONS, caption: DIMENSIONS, sight: SIGHT_DIMENSIONS };
const REBUILD_TIMEOUT_MS = 60_000;

/** In a space of other length than that of images and captions. */
const sight = (degrees: number) => ({ values: towards(degrees).values.slice(0, SIGHT_DIMENSIONS) });

describeOnIndexes('sight vectors', (engine) => {
  const retrieval = retrievalForEach(engine);

  const points: PointInput[] = [
    point('a:captioned', { title: 'House', caption: towards(0) }),
    point('a:near', { sight: sight(5) }),
    point('a:far', { sight: sight(60) }),
  ];
  const upsert = (more: { rebuildId?: string; points?: PointInput[] } = {}) =>
    retrieval.client.upsertPoints(
      { modelFingerprint: WITH_SIGHT, dimensions: WITH_SIGHT_VECTORS, points, ...more },
      call(),
    );
  const bySight = () => retrieval.search({ ...by({ sight: sight(0) }), modelFingerprint: WITH_SIGHT });

  test('find the images that have one, beside the list of captions, and no other', async () => {
    // The first point has no sight vector, and the index still holds those of the others.
    await upsert({ points: points.slice(0, 1) });
    await upsert();
    await retrieval.client.optimizeIndex({}, call());
    expect(await bySight()).toEqual(['a:near', 'a:far']);
    const { candidates } = await retrieval.client.searchPoints(
      {
        ...by({ caption: towards(0), sight: sight(0) }),
        modelFingerprint: WITH_SIGHT,
        limit: 10,
      },
      call(),
    );
    const found = Object.fromEntries(candidates.map((candidate) => [candidate.assetId, candidate]));
    expect(found['a:captioned']?.ranks).toEqual({ caption: 1 });
    expect(found['a:near']?.ranks).toEqual({ sight: 1 });
    expect(found['a:near']?.similarities['sight']).toBeCloseTo(Math.cos((5 * Math.PI) / 180), 5);
    expect(found['a:far']?.ranks).toEqual({ sight: 2 });
  });

  test('survive a restart and a rebuild', async () => {
    await upsert();
    await retrieval.restart();
    expect(await bySight()).toEqual(['a:near', 'a:far']);
    await rebuildOnVectors(retrieval, points, {
      modelFingerprint: WITH_SIGHT,
      dimensions: WITH_SIGHT_VECTORS,
    });
    expect(await bySight()).toEqual(['a:near', 'a:far']);
  }, 90_000);

  test('are added by a rebuild for the model that has them', async () => {
    await retrieval.upsert(...points.map((image) => ({ ...image, sight: null })));
    const { rebuildId } = await retrieval.client.startRebuild(
      { modelFingerprint: WITH_SIGHT, dimensions: WITH_SIGHT_VECTORS },
      call(),
    );
    await upsert({ rebuildId });
    await retrieval.client.publishRebuild({ rebuildId }, detachedCall(REBUILD_TIMEOUT_MS));
    expect(await bySight()).toEqual(['a:near', 'a:far']);
  }, 90_000);

  test('are refused where the index holds none, and in another length', async () => {
    await retrieval.upsert(point('a:1', { caption: towards(0) }));
    const refused = { code: 'invalid_request' };
    await expect(
      retrieval.search({ ...by({ sight: sight(0) }), modelFingerprint: MODEL }),
    ).rejects.toMatchObject(refused);
    await expect(retrieval.upsert(points[1] ?? {})).rejects.toMatchObject(refused);
    const { rebuildId } = await retrieval.client.startRebuild(
      { modelFingerprint: WITH_SIGHT, dimensions: { ...VECTORS, sight: 5 } },
      call(),
    );
    await expect(upsert({ rebuildId })).rejects.toMatchObject(refused);
  });
});
