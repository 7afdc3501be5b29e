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

  test('that holds nothing answers with nothing, says so, and takes any model', async () => {
    const request = { words: 'house', ...by({ image: towards(0), caption: towards(0) }) };
    expect(await retrieval.search(request)).toEqual([]);
    const nothing = { backend: engine.name, points: 0, modelFingerprint: '', settled: true, rebuild: null };
    expect(await retrieval.describe()).toEqual(nothing);
    expect(await retrieval.versions('a:1')).toEqual({});
    await retrieval.delete('a:1');
    await retrieval.optimize();
    await retrieval.restart();
    expect(await retrieval.describe()).toEqual(nothing);
    await retrieval.upsert(point('a:1'));
    expect(await retrieval.search(byImage())).toEqual(['a:1']);
  });

  test('each list ranks by its own evidence, and fusion prefers what several lists hold', async () => {
    await retrieval.upsert(
      point('a:both', { title: 'Snowy mountain', caption: towards(20), image: towards(90) }),
      point('a:words', { title: 'Mountain mountain mountain', image: towards(90) }),
      point('a:caption', { title: 'City', caption: towards(5), image: towards(90) }),
      point('a:image', { title: 'City', image: towards(1) }),
    );
    const candidates = await retrieval.candidates({ words: 'mountains', ...by({ caption: towards(0) }) });
    expect(candidates[0]?.assetId).toBe('a:both');
    expect(Object.fromEntries(candidates.map(({ assetId, ranks }) => [assetId, ranks]))).toEqual({
      'a:both': { words: 2, caption: 2 },
      'a:words': { words: 1 },
      'a:caption': { caption: 1 },
    });
    const scores = candidates.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(await retrieval.search({ ...byImage(), limit: 1 })).toEqual(['a:image']);
  });

  test('an upsert replaces the whole point, and may be repeated; the last one of a request counts', async () => {
    const full = point('a:1', {
      title: 'House',
      caption: towards(0),
      signals: { faces: 2, negSpace: ['left'] },
      rights: { license: 'cc0', commercial: true },
    });
    await retrieval.upsert(full);
    await retrieval.upsert(full);
    expect((await retrieval.describe()).points).toBe(1);
    await retrieval.upsert(full, point('a:1', { title: 'Boat', contentVersion: 'v2' }));
    expect((await retrieval.describe()).points).toBe(1);
    expect(await retrieval.search({ words: 'house' })).toEqual([]);
    expect(await retrieval.search({ words: 'boat' })).toEqual(['a:1']);
    expect(await retrieval.search(by({ caption: towards(0) }))).toEqual([]);
    expect(await retrieval.search(byImage({ facesMin: 0 }))).toEqual([]);
    expect(await retrieval.search(byImage({ commercial: true }))).toEqual([]);
    expect(await retrieval.versions('a:1', 'a:2')).toEqual({ 'a:1': 'v2' });
  });

  test('a restart restores nothing that was deleted or replaced, and keeps the model of an empty index', async () => {
    await retrieval.upsert(...['a:1', 'a:2', 'a:3'].map((id) => point(id, { title: 'House' })));
    await retrieval.delete('a:1');
    await retrieval.upsert(point('a:2', { title: 'Boat' }));
    await retrieval.restart();
    expect(await retrieval.search({ words: 'house' })).toEqual(['a:3']);
    expect(await retrieval.search({ words: 'boat', ...byImage() })).toEqual(['a:2', 'a:3']);
    await retrieval.delete('a:2', 'a:3');
    await retrieval.restart();
    expect(await retrieval.search({ words: 'house', ...byImage() })).toEqual([]);
    expect(await retrieval.describe()).toMatchObject({ points: 0, modelFingerprint: MODEL });
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
    const filters = { facesMin: 2, commercial: true, negSpaceAny: ['left'] };
    expect(await retrieval.search(byImage(filters))).toEqual(['a:1']);
    await retrieval.upsert(point('a:1', { ...said, ...bare, caption: towards(90) }));
    const [found] = await retrieval.candidates(by({ caption: towards(90) }));
    expect(found?.similarities['caption']).toBeCloseTo(1);
    await retrieval.upsert(point('a:1', { ...said, ...bare, caption: { values: [] } }));
    expect(await retrieval.search(by({ caption: towards(90) }))).toEqual([]);
    expect(await retrieval.search(byImage(filters))).toEqual(['a:1']);
  });

  test('ids of any script and with any quoting are kept apart', async () => {
    const ids = ['東京1', `it's`, '"x"', 'a+b:c', 'é', 'e\u0301', '%', '_', `')OR(true)--`].map(
      (id) => `a:${id}`,
    );
    await retrieval.upsert(...ids.map((id) => point(id, { contentVersion: id })));
    expect(await retrieval.versions(...ids)).toEqual(Object.fromEntries(ids.map((id) => [id, id])));
    for (const assetId of ids) {
      const others = await retrieval.search({ seed: assetId });
      expect(others.toSorted()).toEqual(ids.filter((other) => other !== assetId).toSorted());
    }
    await retrieval.delete(`a:')OR(true)--`);
    expect((await retrieval.describe()).points).toBe(ids.length - 1);
  });

  test('a seed is searched by as a vector is, and is not in its own answer', async () => {
    await retrieval.upsert(
      point('a:seed', { image: towards(0) }),
      point('a:same', { image: towards(0) }),
      point('a:right', { image: towards(90) }),
      point('a:opposite', { image: towards(180) }),
    );
    const found = await retrieval.candidates({ seed: 'a:seed' });
    expect(found.map(({ assetId, ranks, similarities }) => [assetId, ranks, similarities['image']])).toEqual([
      ['a:same', { image: 1 }, expect.closeTo(1, 5)],
      ['a:right', { image: 2 }, expect.closeTo(0, 5)],
      ['a:opposite', { image: 3 }, expect.closeTo(-1, 5)],
    ]);
    await expect(retrieval.search({ seed: 'a:none' })).rejects.toMatchObject({ code: 'seed_not_indexed' });
  });

  test('equal scores come in the order of their ids, however they were stored', async () => {
    const ids = Array.from({ length: 30 }, (_, position) => `a:${String(position).padStart(2, '0')}`);
    await retrieval.upsert(
      ...ids.toReversed().map((id) => point(id, { title: 'House', caption: towards(3) })),
    );
    const request = { words: 'house', ...by({ caption: towards(0), image: towards(0) }) };
    expect(await retrieval.search(request)).toEqual(ids);
    await retrieval.upsert(point('a:15', { title: 'House', caption: towards(3) }));
    await retrieval.optimize();
    expect(await retrieval.search(request)).toEqual(ids);
  });

  test('points and queries of another model or of other dimensions are refused whole', async () => {
    await retrieval.upsert(point('a:1'));
    const other = { modelFingerprint: 'sha256:another' };
    const upsert = retrieval.client.upsertPoints(
      { ...other, dimensions: VECTORS, points: [point('a:2')] },
      call(),
    );
    await expect(upsert).rejects.toMatchObject({
      code: 'model_mismatch',
      ctx: { indexed: MODEL, given: other.modelFingerprint },
    });
    await expect(retrieval.search({ ...byImage(), ...other })).rejects.toMatchObject({
      code: 'model_mismatch',
      message: expect.stringContaining('npm run ingest -- reindex'),
      cause: { code: status.FAILED_PRECONDITION },
    });
    const invalid = { code: 'invalid_request' };
    const short = { values: [1, 0] };
    await expect(retrieval.upsert(point('a:2'), point('a:3', { image: short }))).rejects.toMatchObject(
      invalid,
    );
    await expect(retrieval.search(by({ caption: short }))).rejects.toMatchObject(invalid);
    await expect(retrieval.search(by({ sight: towards(0) }))).rejects.toMatchObject(invalid);
    await expect(retrieval.upsert(point('a:2', { sight: short }))).rejects.toMatchObject(invalid);
    expect(await retrieval.describe()).toMatchObject({ points: 1, modelFingerprint: MODEL });
  });
});
