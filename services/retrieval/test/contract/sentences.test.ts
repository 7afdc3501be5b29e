import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PointInput } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { describeOnIndexes } from '../support/engines.js';
import {
  by,
  call,
  DIMENSIONS,
  MODEL,
  point,
  startRetrieval,
  towards,
  type RetrievalFixture,
} from '../support/retrieval-fixture.js';

const WITH_SENTENCES = 'sha256:with-sentences';
const SENTENCE_DIMENSIONS = 3;
const REBUILD_TIMEOUT_MS = 60_000;

/** In a space of other length than that of images and captions. */
const sentence = (degrees: number) => ({ values: towards(degrees).values.slice(0, SENTENCE_DIMENSIONS) });

describeOnIndexes('sentence vectors', (engine) => {
  let retrieval: RetrievalFixture;

  beforeEach(async () => {
    retrieval = await startRetrieval(engine);
  });
  afterEach(() => retrieval.close());

  const points: PointInput[] = [
    point('a:near', { title: 'House', caption: towards(90), sentence: sentence(5) }),
    point('a:far', { title: 'House', caption: towards(0), sentence: sentence(60) }),
    point('a:uncaptioned', {}),
  ];
  const upsert = (more: { rebuildId?: string; points?: PointInput[] } = {}) =>
    retrieval.client.upsertPoints(
      { modelFingerprint: WITH_SENTENCES, sentenceDimensions: SENTENCE_DIMENSIONS, points, ...more },
      call(),
    );
  const bySentence = () =>
    retrieval.search({ ...by({ sentence: sentence(0) }), modelFingerprint: WITH_SENTENCES });

  test('are a list of their own beside captions, without images that have no caption', async () => {
    // The first point has no caption, and the index still holds the vectors of the others.
    await upsert({ points: points.slice(2) });
    await upsert();
    await retrieval.client.optimizeIndex({}, call());
    expect(await bySentence()).toEqual(['a:near', 'a:far']);
    const { candidates } = await retrieval.client.searchPoints(
      {
        ...by({ caption: towards(0), sentence: sentence(0) }),
        modelFingerprint: WITH_SENTENCES,
        limit: 10,
      },
      call(),
    );
    const found = Object.fromEntries(candidates.map((candidate) => [candidate.assetId, candidate]));
    expect(found['a:near']?.ranks).toEqual({ caption: 2, sentence: 1 });
    expect(found['a:near']?.similarities['sentence']).toBeCloseTo(Math.cos((5 * Math.PI) / 180), 5);
    expect(found['a:far']?.ranks).toEqual({ caption: 1, sentence: 2 });
  });

  test('survive a restart and a rebuild', async () => {
    await upsert();
    await retrieval.restart();
    expect(await bySentence()).toEqual(['a:near', 'a:far']);
    const phases = [];
    for await (const { phase } of retrieval.client.rebuildIndex({}, detachedCall(REBUILD_TIMEOUT_MS)))
      phases.push(phase);
    expect(phases.at(-1)).toBe('PHASE_PUBLISHED');
    expect(await bySentence()).toEqual(['a:near', 'a:far']);
  }, 90_000);

  test('are added by a rebuild for the model that has them', async () => {
    await retrieval.upsert(...points.map((image) => ({ ...image, sentence: null })));
    const { rebuildId } = await retrieval.client.startRebuild(
      {
        modelFingerprint: WITH_SENTENCES,
        dimensions: DIMENSIONS,
        sentenceDimensions: SENTENCE_DIMENSIONS,
      },
      call(),
    );
    await upsert({ rebuildId });
    await retrieval.client.publishRebuild({ rebuildId }, detachedCall(REBUILD_TIMEOUT_MS));
    expect(await bySentence()).toEqual(['a:near', 'a:far']);
  }, 90_000);

  test('are refused where the index holds none, and in another length', async () => {
    await retrieval.upsert(point('a:1', { caption: towards(0) }));
    const refused = { code: 'invalid_request' };
    await expect(
      retrieval.search({ ...by({ sentence: sentence(0) }), modelFingerprint: MODEL }),
    ).rejects.toMatchObject(refused);
    await expect(retrieval.upsert(points[0] ?? {})).rejects.toMatchObject(refused);
    const { rebuildId } = await retrieval.client.startRebuild(
      { modelFingerprint: WITH_SENTENCES, dimensions: DIMENSIONS, sentenceDimensions: 5 },
      call(),
    );
    await expect(upsert({ rebuildId })).rejects.toMatchObject(refused);
  });
});
