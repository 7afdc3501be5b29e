import { expect, test } from '@jest/globals';
import type { PointInput } from '@imagesearch/contracts/messages';
import { describeOnIndexes } from '../support/engines.js';
import {
  by,
  call,
  DIMENSIONS,
  point,
  rebuildOnVectors,
  retrievalForEach,
  towards,
  VECTORS,
} from '../support/retrieval-fixture.js';

const OTHER_MODEL = {
  modelFingerprint: 'sha256:another',
  dimensions: { ...VECTORS, image: 2 * DIMENSIONS },
};
const IMAGES = 200;

describeOnIndexes('a rebuild', (engine) => {
  const retrieval = retrievalForEach(engine);

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

  const rebuild = (onStart?: () => void): Promise<void> =>
    rebuildOnVectors(retrieval, images(IMAGES), onStart && { onStart });

  test('that keeps the vectors answers every search as before, and leaves nothing behind', async () => {
    await retrieval.upsert(...images(IMAGES));
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
    const ids = images(IMAGES).map(({ assetId }) => String(assetId));
    const known = await retrieval.versions(...ids);
    await rebuild();
    expect(await Promise.all(requests.map((request) => retrieval.search(request)))).toEqual(before);
    expect(await retrieval.versions(...ids)).toEqual(known);
    expect(await retrieval.describe()).toMatchObject({ points: IMAGES, rebuild: null });
    await retrieval.restart();
    expect(await Promise.all(requests.map((request) => retrieval.search(request)))).toEqual(before);
    expect(await retrieval.collections()).toHaveLength(1);
  }, 90_000);

  test('of the same model gets every write and deletion that is made meanwhile, and searches go on', async () => {
    await retrieval.upsert(...images(IMAGES));
    let round = 0;
    let isOver = false;
    const write = async (): Promise<void> => {
      while (!isOver) {
        round += 1;
        await retrieval.upsert(point(`b:${round}`, { title: 'Later' }), point('c:1', { title: 'Changed' }));
        if (round > 1) await retrieval.delete(`b:${round - 1}`);
        expect(await retrieval.search({ words: 'changed' })).toEqual(['c:1']);
      }
    };
    let writing = Promise.resolve();
    await rebuild(() => {
      writing = write();
    });
    isOver = true;
    await writing;
    expect((await retrieval.describe()).points).toBe(IMAGES + 2);
    const left = await retrieval.versions('a:0003', 'b:1', `b:${round}`, 'c:1');
    expect(Object.keys(left).sort()).toEqual(['a:0003', `b:${round}`, 'c:1'].sort());
  }, 90_000);

  test('for another model is filled beside the index that serves, and published when nothing is missing', async () => {
    await retrieval.upsert(point('a:1', { title: 'House' }), point('a:2', { title: 'House' }));
    const start = () => retrieval.client.startRebuild(OTHER_MODEL, call());
    const { rebuildId } = await start();
    await retrieval.restart();
    expect(await start()).toEqual({ rebuildId });

    const image = { values: Array.from({ length: 2 * DIMENSIONS }, () => 0.25) };
    const fill = (id: string) => {
      const points = [point(id, { title: 'Boat', contentVersion: 'v2', image })];
      return retrieval.client.upsertPoints({ ...OTHER_MODEL, rebuildId, points }, call());
    };
    await fill('a:1');
    expect(await retrieval.search({ words: 'house' })).toEqual(['a:1', 'a:2']);
    const early = retrieval.client.publishRebuild({ rebuildId }, call());
    await expect(early).rejects.toMatchObject({ code: 'rebuild_refused', ctx: { reason: 'incomplete' } });
    await fill('a:2');
    expect(await retrieval.client.getPointVersions({ assetIds: ['a:1'], rebuildId }, call())).toEqual({
      contentVersions: { 'a:1': 'v2' },
    });
    await retrieval.client.publishRebuild({ rebuildId }, call());
    const { modelFingerprint } = OTHER_MODEL;
    expect(await retrieval.describe()).toMatchObject({ points: 2, modelFingerprint, rebuild: null });
    expect(await retrieval.search({ words: 'boat', modelFingerprint })).toEqual(['a:1', 'a:2']);
    await expect(retrieval.search(by({ image: towards(0) }))).rejects.toMatchObject({
      code: 'model_mismatch',
    });
    expect(await retrieval.collections()).toHaveLength(1);
  }, 90_000);

  test('that is abandoned, or was never started, takes no points and is not published', async () => {
    await retrieval.upsert(point('a:1'));
    const { rebuildId } = await retrieval.client.startRebuild(OTHER_MODEL, call());
    await retrieval.client.abandonRebuild({ rebuildId }, call());
    await retrieval.client.abandonRebuild({ rebuildId }, call());
    const unknown = { code: 'rebuild_refused', ctx: { reason: 'unknown' } };
    const publish = retrieval.client.publishRebuild({ rebuildId }, call());
    await expect(publish).rejects.toMatchObject(unknown);
    const points = [point('a:1')];
    const upsert = retrieval.client.upsertPoints({ ...OTHER_MODEL, rebuildId, points }, call());
    await expect(upsert).rejects.toMatchObject(unknown);
    expect(await retrieval.collections()).toHaveLength(1);
  }, 90_000);
});
