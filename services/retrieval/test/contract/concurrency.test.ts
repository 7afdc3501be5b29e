import { expect, test } from '@jest/globals';
import type { PointInput } from '@imagesearch/contracts/messages';
import { describeOnIndexes } from '../support/engines.js';
import { by, point, retrievalForEach, towards } from '../support/retrieval-fixture.js';

describeOnIndexes('at the same time', (engine) => {
  const retrieval = retrievalForEach(engine);

  test('of concurrent writes of one point one counts, whole', async () => {
    const version = (at: number): PointInput =>
      point('a:1', {
        contentVersion: `v${at}`,
        title: `word${at}`,
        caption: towards(at),
        rights: { license: `license-${at}` },
      });
    await Promise.all(Array.from({ length: 10 }, (_, at) => retrieval.upsert(version(at))));
    const at = Number((await retrieval.versions('a:1'))['a:1']?.slice(1));
    const filters = { licenseAny: [`license-${at}`] };
    expect(await retrieval.search({ words: `word${at}`, filters })).toEqual(['a:1']);
    expect(await retrieval.search({ ...by({ caption: towards(0) }), filters })).toEqual(['a:1']);
    expect((await retrieval.describe()).points).toBe(1);
  });

  test('a search during deletions never answers what was deleted before it began', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `a:${at}`);
    await retrieval.upsert(...ids.map((id) => point(id, { title: 'House' })));
    let deleted = 0;
    const deleting = (async () => {
      for (let from = 0; from < 50; from += 5) {
        await retrieval.delete(...ids.slice(from, from + 5));
        deleted = from + 5;
      }
    })();
    while (deleted < 50) {
      const gone = new Set(ids.slice(0, deleted));
      const found = await retrieval.search({ words: 'house', ...by({ image: towards(0) }), limit: 100 });
      expect(found.filter((id) => gone.has(id))).toEqual([]);
      expect(found).toEqual(expect.arrayContaining(ids.slice(50)));
    }
    await deleting;
    expect(await retrieval.search({ words: 'house' })).toHaveLength(10);
  });
});
