import { expect, test } from '@jest/globals';
import { describeOnIndexes } from '../support/engines.js';
import { by, call, MODEL, point, retrievalForEach, towards } from '../support/retrieval-fixture.js';

describeOnIndexes('a restart', (engine) => {
  const retrieval = retrievalForEach(engine);

  test('keeps the points, the words and the model', async () => {
    await retrieval.upsert(point('a:1', { title: 'House' }));
    await retrieval.restart();
    expect(await retrieval.search({ words: 'house', ...by({ image: towards(0) }) })).toEqual(['a:1']);
    expect(await retrieval.client.describeIndex({}, call())).toMatchObject({
      points: 1,
      modelFingerprint: MODEL,
    });
    await retrieval.upsert(point('a:2', { title: 'House' }));
    expect(await retrieval.search({ words: 'house' })).toEqual(['a:1', 'a:2']);
  });

  test('does not restore deleted or replaced points', async () => {
    await retrieval.upsert(point('a:1', { title: 'House' }), point('a:2', { title: 'House' }));
    await retrieval.client.deletePoints({ assetIds: ['a:1'] }, call());
    await retrieval.upsert(point('a:2', { title: 'Boat' }));
    await retrieval.restart();
    expect(await retrieval.search({ words: 'house' })).toEqual([]);
    expect(await retrieval.search({ words: 'boat' })).toEqual(['a:2']);
  });

  test('of an index that holds nothing holds nothing, and takes any model', async () => {
    await retrieval.restart();
    expect(await retrieval.client.describeIndex({}, call())).toMatchObject({
      points: 0,
      modelFingerprint: '',
    });
    await retrieval.upsert(point('a:1'));
    expect(await retrieval.search(by({ image: towards(0) }))).toEqual(['a:1']);
  });

  test('after every point was deleted, the index is empty and keeps its model', async () => {
    await retrieval.upsert(point('a:1', { title: 'House' }));
    await retrieval.client.deletePoints({ assetIds: ['a:1'] }, call());
    await retrieval.restart();
    expect(
      await retrieval.search({ words: 'house', ...by({ image: towards(0), caption: towards(0) }) }),
    ).toEqual([]);
    expect(await retrieval.client.describeIndex({}, call())).toMatchObject({
      points: 0,
      modelFingerprint: MODEL,
    });
    const similar = retrieval.client.findSimilarPoints({ assetId: 'a:1', limit: 1 }, call());
    await expect(similar).rejects.toMatchObject({ code: 'seed_not_indexed' });
  });
});
