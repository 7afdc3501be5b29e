import { beforeEach, expect, test } from '@jest/globals';
import { LANCEDB } from '../support/engines.js';
import { call, MODEL, point, retrievalForEach, towards } from '../support/retrieval-fixture.js';

const NEXT = {
  modelFingerprint: 'sha256:of-the-next-model',
  dimensions: { image: 4, caption: 12, sight: 12 },
};

const retrieval = retrievalForEach(LANCEDB);
beforeEach(async () => {
  await retrieval.upsert(point('a:1', { title: 'Boat', caption: towards(10) }));
});

const byMeaning = (modelFingerprint: string, values: number[]) => ({
  vectors: [{ name: 'meaning', target: 'TARGET_CAPTION' as const, vector: { values } }],
  modelFingerprint,
  limit: 5,
});

test('for two seconds after a change of models the former index answers queries of its model', async () => {
  const { client } = retrieval;
  const { rebuildId } = await client.startRebuild(NEXT, call());
  const values = [1, ...Array.from({ length: 11 }, () => 0)];
  const points = [point('a:1', { title: 'Boat', image: { values: [1, 0, 0, 0] }, caption: { values } })];
  await client.upsertPoints({ ...NEXT, rebuildId, points }, call());
  const ofFormer = byMeaning(MODEL, towards(0).values);
  const published = client.publishRebuild({ rebuildId }, call());
  for (;;) {
    const { candidates } = await client.searchPoints(ofFormer, call());
    expect(candidates.map(({ assetId }) => assetId)).toEqual(['a:1']);
    if ((await client.describeIndex({}, call())).modelFingerprint === NEXT.modelFingerprint) break;
  }
  expect((await client.searchPoints(ofFormer, call())).candidates).toHaveLength(1);
  const ofNext = byMeaning(NEXT.modelFingerprint, values);
  expect((await client.searchPoints(ofNext, call())).candidates).toMatchObject([{ assetId: 'a:1' }]);
  await published;
  await expect(client.searchPoints(ofFormer, call())).rejects.toMatchObject({ code: 'model_mismatch' });
}, 60_000);
