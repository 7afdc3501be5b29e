import { status } from '@grpc/grpc-js';
import { expect, test } from '@jest/globals';
import { describeOnIndexes } from '../support/engines.js';
import {
  by,
  byImage,
  call,
  MODEL,
  point,
  retrievalForEach,
  towards,
  VECTORS,
} from '../support/retrieval-fixture.js';

describeOnIndexes('the index', (engine) => {
  const retrieval = retrievalForEach(engine);

  test('an index that holds nothing answers with nothing, and says so', async () => {
    expect(
      await retrieval.search({ words: 'house', ...by({ image: towards(0), caption: towards(0) }) }),
    ).toEqual([]);
    expect(await retrieval.client.describeIndex({}, call())).toEqual({
      backend: engine.name,
      points: 0,
      modelFingerprint: '',
      settled: true,
      rebuild: null,
    });
    expect(await retrieval.client.getPointVersions({ assetIds: ['a:1'] }, call())).toEqual({
      contentVersions: {},
    });
    await retrieval.client.deletePoints({ assetIds: ['a:1'] }, call());
    await retrieval.client.optimizeIndex({}, call());
  });

  test('each list ranks by its own evidence, and fusion prefers what several lists hold', async () => {
    await retrieval.upsert(
      point('a:both', { title: 'Snowy mountain', caption: towards(20), image: towards(90) }),
      point('a:words', { title: 'Mountain mountain mountain', image: towards(90) }),
      point('a:caption', { title: 'City', caption: towards(5), image: towards(90) }),
      point('a:image', { title: 'City', image: towards(1) }),
    );
    const request = {
      words: 'mountains',
      ...by({ caption: towards(0) }),
      modelFingerprint: MODEL,
      limit: 10,
    };
    const { candidates, backend } = await retrieval.client.searchPoints(request, call());
    expect(backend).toBe(engine.name);
    expect(candidates[0]).toMatchObject({ assetId: 'a:both', ranks: { words: 2, caption: 2 } });
    const ranks = Object.fromEntries(candidates.map((candidate) => [candidate.assetId, candidate.ranks]));
    expect(ranks['a:words']).toEqual({ words: 1 });
    expect(ranks['a:caption']).toEqual({ caption: 1 });
    expect(ranks).not.toHaveProperty('a:image');
    const scores = candidates.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(Math.min(...scores)).toBeGreaterThan(0);
    expect(await retrieval.search({ ...by({ image: towards(0) }), limit: 1 })).toEqual(['a:image']);
  });

  test('an upsert replaces the whole point, and may be repeated', async () => {
    const full = point('a:1', {
      title: 'House',
      caption: towards(0),
      signals: { faces: 2, negSpace: ['left'] },
      rights: { license: 'cc0', commercial: true },
    });
    await retrieval.upsert(full);
    await retrieval.upsert(full);
    expect((await retrieval.client.describeIndex({}, call())).points).toBe(1);
    await retrieval.upsert(point('a:1', { title: 'Boat', contentVersion: 'v2' }));
    expect((await retrieval.client.describeIndex({}, call())).points).toBe(1);
    expect(await retrieval.search({ words: 'house' })).toEqual([]);
    expect(await retrieval.search({ words: 'boat' })).toEqual(['a:1']);
    expect(await retrieval.search(by({ caption: towards(0) }))).toEqual([]);
    expect(await retrieval.search(byImage({ facesMin: 0 }))).toEqual([]);
    expect(await retrieval.search(byImage({ commercial: true }))).toEqual([]);
    const versions = await retrieval.client.getPointVersions({ assetIds: ['a:1', 'a:2'] }, call());
    expect(versions).toEqual({ contentVersions: { 'a:1': 'v2' } });
  });

  test('a point that keeps its vectors gets other words and rights, and what was measured of its pixels stays', async () => {
    await retrieval.upsert(
      point('a:1', { title: 'House', caption: towards(0), signals: { faces: 2, negSpace: ['left'] } }),
    );
    const said = { title: 'Boat', contentVersion: 'v2', rights: { license: 'cc0', commercial: true } };
    const bare = { image: null, caption: null, signals: null, keepsVectors: true };
    await retrieval.upsert(point('a:1', { ...said, ...bare }), point('a:2', { ...said, ...bare }));
    expect(await retrieval.search({ words: 'house' })).toEqual([]);
    expect(await retrieval.search({ words: 'boat' })).toEqual(['a:1']);
    expect(await retrieval.search(by({ caption: towards(0) }))).toEqual(['a:1']);
    expect(await retrieval.search(byImage({ facesMin: 2, commercial: true, negSpaceAny: ['left'] }))).toEqual(
      ['a:1'],
    );
    await retrieval.upsert(point('a:1', { ...said, ...bare, caption: towards(90) }));
    const { candidates } = await retrieval.client.searchPoints(
      { ...by({ caption: towards(90) }), modelFingerprint: MODEL, limit: 1 },
      call(),
    );
    expect(candidates[0]?.similarities['caption']).toBeCloseTo(1);
  });

  test('the last of two points of one asset in a request counts', async () => {
    const points = [point('a:1', { contentVersion: 'v1' }), point('a:1', { contentVersion: 'v2' })];
    await retrieval.upsert(...points);
    const { contentVersions } = await retrieval.client.getPointVersions({ assetIds: ['a:1'] }, call());
    expect(contentVersions).toEqual({ 'a:1': 'v2' });
  });

  test('ids of any script and with any quoting are kept apart', async () => {
    const ids = [
      'a:東京1',
      `a:it's`,
      'a:"x"',
      'a:a+b:c',
      'a:é',
      'a:e\u0301',
      'a:%',
      'a:_',
      'a:~',
      `a:')OR(true)--`,
    ];
    await retrieval.upsert(...ids.map((id) => point(id, { contentVersion: id })));
    const { contentVersions } = await retrieval.client.getPointVersions({ assetIds: ids }, call());
    expect(contentVersions).toEqual(Object.fromEntries(ids.map((id) => [id, id])));
    for (const assetId of ids) {
      const { candidates } = await retrieval.client.findSimilarPoints({ assetId, limit: 100 }, call());
      expect(candidates.map((candidate) => candidate.assetId).toSorted()).toEqual(
        ids.filter((other) => other !== assetId).toSorted(),
      );
    }
    await retrieval.client.deletePoints({ assetIds: [`a:')OR(true)--`] }, call());
    expect((await retrieval.client.describeIndex({}, call())).points).toBe(ids.length - 1);
  });

  test('the seed of a similar search is excluded, and its score is a cosine mapped to 0 to 1', async () => {
    await retrieval.upsert(
      point('a:seed', { image: towards(0) }),
      point('a:same', { image: towards(0) }),
      point('a:right', { image: towards(90) }),
      point('a:opposite', { image: towards(180) }),
    );
    const { candidates, backend } = await retrieval.client.findSimilarPoints(
      { assetId: 'a:seed', limit: 10 },
      call(),
    );
    expect(backend).toBe(engine.name);
    expect(candidates.map(({ assetId, ranks }) => [assetId, ranks['image']])).toEqual([
      ['a:same', 1],
      ['a:right', 2],
      ['a:opposite', 3],
    ]);
    for (const [position, expected] of [1, 0.5, 0].entries()) {
      expect(candidates[position]?.score).toBeCloseTo(expected, 5);
    }
    const none = retrieval.client.findSimilarPoints({ assetId: 'a:none', limit: 10 }, call());
    await expect(none).rejects.toMatchObject({ code: 'seed_not_indexed' });
  });

  test('equal scores come in the order of their ids, however they were stored', async () => {
    const ids = Array.from({ length: 30 }, (_, position) => `a:${String(position).padStart(2, '0')}`);
    await retrieval.upsert(
      ...ids.toReversed().map((id) => point(id, { title: 'House', caption: towards(3) })),
    );
    const request = { words: 'house', ...by({ caption: towards(0), image: towards(0) }) };
    expect(await retrieval.search(request)).toEqual(ids);
    await retrieval.upsert(point('a:15', { title: 'House', caption: towards(3) }));
    await retrieval.client.optimizeIndex({}, call());
    expect(await retrieval.search(request)).toEqual(ids);
  });

  test('points and queries of another model are refused, and the index is unharmed', async () => {
    await retrieval.upsert(point('a:1'));
    const other = 'sha256:another';
    const upsert = retrieval.client.upsertPoints(
      { modelFingerprint: other, dimensions: VECTORS, points: [point('a:2')] },
      call(),
    );
    await expect(upsert).rejects.toMatchObject({
      code: 'model_mismatch',
      ctx: { indexed: MODEL, given: other },
    });
    const search = retrieval.client.searchPoints(
      { ...by({ image: towards(0) }), modelFingerprint: other, limit: 1 },
      call(),
    );
    await expect(search).rejects.toMatchObject({
      code: 'model_mismatch',
      message: expect.stringContaining('npm run ingest -- reindex'),
      cause: { code: status.FAILED_PRECONDITION },
    });
    expect(await retrieval.client.describeIndex({}, call())).toMatchObject({
      points: 1,
      modelFingerprint: MODEL,
    });
  });

  test('vectors of other dimensions are refused, and none of their request is kept', async () => {
    await retrieval.upsert(point('a:1'));
    const points = [point('a:2'), point('a:3', { image: { values: [1, 0] } })];
    const upsert = retrieval.client.upsertPoints(
      { modelFingerprint: MODEL, dimensions: VECTORS, points },
      call(),
    );
    await expect(upsert).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(retrieval.search(by({ caption: { values: [1, 0] } }))).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect((await retrieval.client.describeIndex({}, call())).points).toBe(1);
  });
});
