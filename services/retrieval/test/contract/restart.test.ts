import { expect, test } from '@jest/globals';
import { describeOnIndexes } from '../support/engines.js';
import { by, call, MODEL, point, retrievalForEach, towards } from '../support/retrieval-fixture.js';

describeOnIndexes('a restart', (engine) => {
  const retrieval = retrievalForEach(engine);

  test('keeps the points, the words and the model, and restores nothing that was deleted or replaced', async () => {
    await retrieval.upsert(...['a:1', 'a:2', 'a:3'].map((id) => point(id, { title: 'House' })));
    await retrieval.client.deletePoints({ assetIds: ['a:1'] }, call());
    await retrieval.upsert(point('a:2', { title: 'Boat' }));
    await retrieval.restart();
    expect(await retrieval.search({ words: 'house' })).toEqual(['a:3']);
    expect(await retrieval.search({ words: 'boat', ...by({ image: towards(0) }) })).toEqual(['a:2', 'a:3']);
    await retrieval.upsert(point('a:4', { title: 'House' }));
    expect(await retrieval.search({ words: 'house' })).toEqual(['a:3', 'a:4']);
  });

  test('of an index that holds nothing takes any model, which stays after every point was deleted', async () => {
    await retrieval.restart();
    const describe = () => retrieval.client.describeIndex({}, call());
    expect(await describe()).toMatchObject({ points: 0, modelFingerprint: '' });
    await retrieval.upsert(point('a:1'));
    expect(await retrieval.search(by({ image: towards(0) }))).toEqual(['a:1']);
    await retrieval.client.deletePoints({ assetIds: ['a:1'] }, call());
    await retrieval.restart();
    expect(await retrieval.search({ words: 'house', ...by({ image: towards(0) }) })).toEqual([]);
    expect(await describe()).toMatchObject({ points: 0, modelFingerprint: MODEL });
  });
});
