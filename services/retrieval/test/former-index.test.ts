import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { connect } from '@lancedb/lancedb';
import { Schema } from 'apache-arrow';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import { createRetrievalService } from '@imagesearch/retrieval/service';
import { LANCEDB, type FreshIndex } from './support/engines.js';
import { call, DIMENSIONS, point, towards } from './support/retrieval-fixture.js';

const FORMER = 'sha256:of-the-former-lite';
const PRESENT = 'sha256:of-the-present-lite';

let index: FreshIndex;
let service: GrpcService;
let client: RetrievalClient;

async function start(): Promise<void> {
  service = createRetrievalService(index.config);
  await service.start();
  client = createRetrievalClient(service.address);
}

async function stop(): Promise<void> {
  client.close();
  await service.close();
}

/** The former version wrote one number of dimensions for both kinds of vectors. */
async function writeFormerDimensions(): Promise<void> {
  const connection = await connect(join(index.env['DATA_DIR'] ?? '', 'retrieval/lancedb'));
  const [name = ''] = await connection.tableNames();
  const table = await connection.openTable(name);
  const rows = await table.toArrow();
  const { fields, metadata: present } = await table.schema();
  const metadata = new Map([...present, ['imagesearch.dimensions', String(DIMENSIONS)]]);
  table.close();
  await connection.dropTable(name);
  const former = await connection.createEmptyTable(name, new Schema(fields, metadata));
  await former.add(rows);
  former.close();
  connection.close();
}

beforeEach(async () => {
  index = await LANCEDB.fresh();
  await start();
  const dimensions = { image: DIMENSIONS, caption: DIMENSIONS, sight: 0 };
  const points = [point('a:1', { title: 'Boat', caption: towards(10) })];
  await client.upsertPoints({ modelFingerprint: FORMER, dimensions, points }, call());
  await stop();
  await writeFormerDimensions();
  await start();
}, 60_000);
afterEach(async () => {
  await stop();
  await index.remove();
});

const byMeaning = (length: number) => ({
  vectors: [
    {
      name: 'meaning',
      target: 'TARGET_CAPTION' as const,
      vector: { values: Array.from({ length }, (_, at) => Number(at === 0)) },
    },
  ],
  modelFingerprint: PRESENT,
  limit: 5,
});

test('an index of the former lite is refused with the command that repairs it, and a rebuild repairs it', async () => {
  expect(await client.describeIndex({}, call())).toMatchObject({ points: 1, modelFingerprint: FORMER });
  await expect(client.searchPoints(byMeaning(12), call())).rejects.toMatchObject({
    code: 'model_mismatch',
    message: expect.stringContaining('embed every image again: npm run ingest -- reindex.'),
  });

  const model = { modelFingerprint: PRESENT, dimensions: { image: 4, caption: 12, sight: 12 } };
  const { rebuildId } = await client.startRebuild(model, call());
  const { vectors } = byMeaning(12);
  const embedded = point('a:1', {
    title: 'Boat',
    image: { values: [1, 0, 0, 0] },
    caption: vectors[0]?.vector ?? null,
  });
  await client.upsertPoints({ ...model, rebuildId, points: [embedded] }, call());
  await client.publishRebuild({ rebuildId }, call());
  const { candidates } = await client.searchPoints(byMeaning(12), call());
  expect(candidates.map(({ assetId }) => assetId)).toEqual(['a:1']);
}, 60_000);

test('for two seconds after a change of models the former index answers queries of its model', async () => {
  const model = { modelFingerprint: PRESENT, dimensions: { image: 4, caption: 12, sight: 12 } };
  const { rebuildId } = await client.startRebuild(model, call());
  const embedded = point('a:1', { title: 'Boat', image: { values: [1, 0, 0, 0] } });
  await client.upsertPoints({ ...model, rebuildId, points: [embedded] }, call());
  const ofFormer = { ...byMeaning(DIMENSIONS), modelFingerprint: FORMER };
  const published = client.publishRebuild({ rebuildId }, call());
  for (;;) {
    const { candidates } = await client.searchPoints(ofFormer, call());
    expect(candidates.map(({ assetId }) => assetId)).toEqual(['a:1']);
    if ((await client.describeIndex({}, call())).modelFingerprint === PRESENT) break;
  }
  expect((await client.searchPoints(ofFormer, call())).candidates).toHaveLength(1);
  expect(await client.searchPoints(byMeaning(12), call())).toBeDefined();
  await published;
  await expect(client.searchPoints(ofFormer, call())).rejects.toMatchObject({ code: 'model_mismatch' });
}, 60_000);
