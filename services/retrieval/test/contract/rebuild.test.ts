import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PointInput } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { describeOnIndexes } from '../support/engines.js';
import {
  by,
  call,
  DIMENSIONS,
  point,
  type RetrievalFixture,
  startRetrieval,
  towards,
  VECTORS,
} from '../support/retrieval-fixture.js';

const OTHER_MODEL = 'sha256:another';
const WIDER = { ...VECTORS, image: 2 * DIMENSIONS };
const REBUILD_TIMEOUT_MS = 60_000;

describeOnIndexes('a rebuild', (engine) => {
  let retrieval: RetrievalFixture;

  beforeEach(async () => {
    retrieval = await startRetrieval(engine);
  });
  afterEach(() => retrieval.close());

  const images = (count: number): PointInput[] =>
    Array.from({ length: count }, (_, position) =>
      point(`a:${String(position).padStart(4, '0')}`, {
        title: position % 2 === 0 ? 'House' : 'Boat',
        caption: position % 3 === 0 ? towards(position / 10) : null,
        image: towards((position * 180) / count),
        signals: {
          luminance: position / count,
          negSpace: ['left'],
          palette: ['#ff0000'],
          paletteShares: [1],
        },
        rights: { license: 'cc0', commercial: position % 5 === 0 },
      }),
    );

  const rebuild = async (
    onPhase: (phase: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<string[]> => {
    const phases: string[] = [];
    for await (const { phase } of retrieval.client.rebuildIndex({}, detachedCall(REBUILD_TIMEOUT_MS))) {
      if (phases.at(-1) !== phase) phases.push(phase);
      await onPhase(phase);
    }
    return phases;
  };

  test('answers every search as before, keeps every version, and leaves nothing behind', async () => {
    await retrieval.upsert(...images(200));
    // No two points are equally far from a query: memory and disk may round a distance differently.
    const requests = [
      { words: 'house', ...by({ caption: towards(3.04), image: towards(40) }), limit: 50 },
      {
        ...by({ image: towards(90.2) }),
        limit: 20,
        filters: { commercial: true, luminanceMin: 0.3, licenseAny: ['cc0'] },
      },
      { words: 'boat', filters: { negSpaceAny: ['left'], paletteNear: '#ff0000' }, limit: 30 },
    ];
    const before = await Promise.all(requests.map((request) => retrieval.search(request)));
    const versions = { assetIds: images(200).map(({ assetId }) => String(assetId)) };
    const known = await retrieval.client.getPointVersions(versions, call());
    expect(await rebuild()).toEqual(['PHASE_COPY', 'PHASE_INDEX', 'PHASE_PUBLISHED']);
    expect(await Promise.all(requests.map((request) => retrieval.search(request)))).toEqual(before);
    expect(await retrieval.client.getPointVersions(versions, call())).toEqual(known);
    expect(await retrieval.client.describeIndex({}, call())).toMatchObject({ points: 200, rebuild: null });
    await retrieval.restart();
    expect(await Promise.all(requests.map((request) => retrieval.search(request)))).toEqual(before);
    expect(await retrieval.collections()).toHaveLength(1);
  }, 90_000);

  test('loses no write and no deletion that is made meanwhile, and searches go on', async () => {
    const first = images(1_200);
    for (let from = 0; from < first.length; from += 400)
      await retrieval.upsert(...first.slice(from, from + 400));
    let round = 0;
    let isOver = false;
    const write = async (): Promise<void> => {
      while (!isOver) {
        round += 1;
        await retrieval.upsert(
          point(`b:${round}`, { title: 'Later' }),
          point('a:0003', { title: 'Changed', contentVersion: `v${round}` }),
        );
        await retrieval.client.deletePoints(
          { assetIds: [`a:${String(round + 100).padStart(4, '0')}`] },
          call(),
        );
        expect(await retrieval.search({ words: 'changed' })).toEqual(['a:0003']);
      }
    };
    const writing = write();
    await rebuild();
    isOver = true;
    await writing;
    const deleted = Math.min(round, 1_100);
    expect((await retrieval.client.describeIndex({}, call())).points).toBe(1_200 + round - deleted);
    const assetIds = ['a:0003', 'a:0101', `b:${round}`, 'b:1'];
    const { contentVersions } = await retrieval.client.getPointVersions({ assetIds }, call());
    expect(contentVersions).toEqual({ 'a:0003': `v${round}`, [`b:${round}`]: 'v1', 'b:1': 'v1' });
  }, 90_000);

  test('that its caller leaves is continued by the next one', async () => {
    await retrieval.upsert(...images(50));
    for await (const { phase } of retrieval.client.rebuildIndex({}, detachedCall(REBUILD_TIMEOUT_MS))) {
      if (phase === 'PHASE_COPY') break;
    }
    expect(await rebuild()).toContain('PHASE_PUBLISHED');
    expect(await retrieval.collections()).toHaveLength(1);
    expect((await retrieval.client.describeIndex({}, call())).points).toBe(50);
  }, 90_000);

  test('of an index that holds nothing is refused', async () => {
    await expect(rebuild()).rejects.toMatchObject({
      code: 'rebuild_refused',
      ctx: { reason: 'empty' },
      cause: { code: status.FAILED_PRECONDITION },
    });
  });

  test('for another model is filled beside the index that serves, and published when nothing is missing', async () => {
    await retrieval.upsert(point('a:1', { title: 'House' }), point('a:2', { title: 'House' }));
    const start = () =>
      retrieval.client.startRebuild({ modelFingerprint: OTHER_MODEL, dimensions: WIDER }, call());
    const { rebuildId, resumed } = await start();
    expect(resumed).toBe(false);
    await retrieval.restart();
    expect(await start()).toEqual({ rebuildId, resumed: true });

    const fill = (...ids: string[]) =>
      retrieval.client.upsertPoints(
        {
          modelFingerprint: OTHER_MODEL,
          dimensions: WIDER,
          rebuildId,
          points: ids.map((id) =>
            point(id, {
              title: 'Boat',
              contentVersion: 'v2',
              image: { values: Array.from({ length: 2 * DIMENSIONS }, () => 0.25) },
            }),
          ),
        },
        call(),
      );
    await fill('a:1');
    expect(await retrieval.search({ words: 'house' })).toEqual(['a:1', 'a:2']);
    const early = retrieval.client.publishRebuild({ rebuildId }, call());
    await expect(early).rejects.toMatchObject({ code: 'rebuild_refused', ctx: { reason: 'incomplete' } });
    await fill('a:2');
    expect(await retrieval.client.getPointVersions({ assetIds: ['a:1'], rebuildId }, call())).toEqual({
      contentVersions: { 'a:1': 'v2' },
    });
    await retrieval.client.publishRebuild({ rebuildId }, call());
    expect(await retrieval.client.describeIndex({}, call())).toMatchObject({
      points: 2,
      modelFingerprint: OTHER_MODEL,
      rebuild: null,
    });
    expect(await retrieval.search({ words: 'boat', modelFingerprint: OTHER_MODEL })).toEqual(['a:1', 'a:2']);
    await expect(retrieval.search(by({ image: towards(0) }))).rejects.toMatchObject({
      code: 'model_mismatch',
    });
    expect(await retrieval.collections()).toHaveLength(1);
  }, 90_000);

  test('that is abandoned, or was never started, takes no points and is not published', async () => {
    await retrieval.upsert(point('a:1'));
    const { rebuildId } = await retrieval.client.startRebuild(
      { modelFingerprint: OTHER_MODEL, dimensions: VECTORS },
      call(),
    );
    await retrieval.client.abandonRebuild({ rebuildId }, call());
    await retrieval.client.abandonRebuild({ rebuildId }, call());
    const publish = retrieval.client.publishRebuild({ rebuildId }, call());
    await expect(publish).rejects.toMatchObject({ code: 'rebuild_refused', ctx: { reason: 'unknown' } });
    const upsert = retrieval.client.upsertPoints(
      { modelFingerprint: OTHER_MODEL, dimensions: VECTORS, rebuildId, points: [point('a:1')] },
      call(),
    );
    await expect(upsert).rejects.toMatchObject({ code: 'rebuild_refused', ctx: { reason: 'unknown' } });
    expect(await retrieval.collections()).toHaveLength(1);
  }, 90_000);
});
