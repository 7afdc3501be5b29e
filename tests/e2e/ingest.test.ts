import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { startEmbeddingProxy, type EmbeddingProxy } from '@imagesearch/testkit/stack/embedding-proxy';
import { drawManifest, type DrawnManifest } from '@imagesearch/testkit/images/drawn-images';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { expireLocks } from '@imagesearch/testkit/processes/expired-locks';
import { smallCollection } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** More than a batch, which a checkpoint follows. Enlarge it to see the same at the size of a real collection. */
const IMAGES = Number(process.env['INGEST_TEST_PICTURES'] ?? 120);
const CONCURRENCY = 4;
/** For one pass over them all. */
const PATIENCE_MS = 120_000 + IMAGES * 50;
const KILLED_AT = [0.1, 0.5, 0.9];

let stack: TestStack;
let embedding: EmbeddingProxy;
let caller: Caller;
let folder: string;
let drawn: DrawnManifest;
let env: Record<string, string>;

beforeAll(async () => {
  stack = await TestStack.start(smallCollection([]));
  embedding = await startEmbeddingProxy(
    stack.stack.addresses.EMBEDDING_ADDRESS,
    stack.stack.addresses.SERVICE_TOKEN,
  );
  caller = new Caller(stack.baseUrl, await stack.newKey('scale'));
  folder = await mkdtemp(join(tmpdir(), 'imagesearch-ingest-'));
  drawn = await drawManifest(folder, IMAGES);
  env = {
    ...stack.stack.addresses,
    EMBEDDING_ADDRESS: embedding.address,
    DATA_DIR: join(folder, 'data'),
  };
}, 300_000);

afterAll(async () => {
  await embedding.close();
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

const ingestDrawn = (...args: string[]): IngestCommand =>
  new IngestCommand(
    ['manifest', drawn.path, '--source', 'drawn', '--concurrency', String(CONCURRENCY), ...args],
    env,
  );

it(
  'a run killed at three points loses nothing, and the next one embeds only what the index does not hold',
  async () => {
    const sound = IMAGES - drawn.brokenIds.length;
    for (const share of KILLED_AT) {
      const run = ingestDrawn();
      embedding.atImage(Math.floor(sound * share), () => run.kill());
      expect(await run.end()).toBeNull();
      await expireLocks(folder);
    }
    const missing = sound - (await indexedPoints());
    const embedded = embedding.images();
    expect(missing).toBeLessThan(sound);
    const last = ingestDrawn();
    expect(await last.end()).toBe(1);
    expect(last.output).toMatch(new RegExp(`Failed\\s*│\\s*${drawn.brokenIds.length} `));
    expect(last.output).toMatch(/Of these, before the interruption\s*│\s*[1-9]/);
    expect(await indexedPoints()).toBe(sound);
    expect(embedding.images()).toBeGreaterThanOrEqual(sound);
    expect(embedding.images() - embedded).toBeLessThanOrEqual(missing);
  },
  300_000 + IMAGES * 200,
);

it(
  'every broken image is in the report with its reason, once, and stops no other image from being ingested',
  async () => {
    const report = join(folder, 'report.jsonl');
    expect(await ingestDrawn('--report', report).end()).toBe(1);
    const lines = (await readFile(report, 'utf8')).trim().split('\n');
    const failures = lines.map((line) => JSON.parse(line) as { entry: string; reason: string });
    expect(failures.map(({ entry }) => entry)).toEqual(drawn.brokenIds.map((id) => `drawn:${id}`));
    for (const { reason } of failures) expect(reason).toContain('the file is no JPEG, PNG, WebP, HEIC');
  },
  PATIENCE_MS,
);

it(
  'a run over an unchanged collection embeds nothing, and one over a changed title no image',
  async () => {
    const before = embedding.images();
    await ingestDrawn().end();
    expect(embedding.images()).toBe(before);

    const manifest = await readFile(drawn.path, 'utf8');
    await writeFile(drawn.path, manifest.replace('red drawing number 0', 'crimson parallelogram'));
    await ingestDrawn().end();
    expect(embedding.images()).toBe(before);
    const [found] = (await caller.search({ query: 'crimson parallelogram', k: 1 })).results;
    expect(found).toMatchObject({ asset_id: 'drawn:p0', rights: { license: 'cc-by-4.0', commercial: true } });
  },
  PATIENCE_MS,
);

it(
  'a dry run counts what would be done and changes nothing',
  async () => {
    const manifest = await readFile(drawn.path, 'utf8');
    await writeFile(drawn.path, manifest.replace('crimson parallelogram', 'teal parallelogram'));
    const before = embedding.images();
    const run = ingestDrawn('--dry-run');
    await run.end();
    expect(run.output).toMatch(/Would be ingested\s*│\s*1 /);
    expect(run.output).toMatch(new RegExp(`Failed\\s*│\\s*${drawn.brokenIds.length} `));
    expect(embedding.images()).toBe(before);
    await writeFile(drawn.path, manifest);
  },
  PATIENCE_MS,
);

it(
  'a withdrawn image is gone from the next search, and no later run brings it back or looks at it',
  async () => {
    const withdrawal = new IngestCommand(
      ['withdraw', 'drawn:p0', '--by', 'Ada', '--why', 'asked for it'],
      env,
    );
    expect(await withdrawal.end()).toBe(0);
    const find = async (): Promise<string[]> =>
      (await caller.search({ query: 'crimson parallelogram', k: 20 })).results.map(
        ({ asset_id }) => asset_id,
      );
    expect(await find()).not.toContain('drawn:p0');
    expect((await caller.get('/v1/asset/drawn:p0')).status).toBe(404);

    const before = embedding.images();
    const points = await indexedPoints();
    const run = ingestDrawn();
    await run.end();
    expect(run.output).toMatch(/Withdrawn or deleted, skipped\s*│\s*1 /);
    expect(embedding.images()).toBe(before);
    expect(await indexedPoints()).toBe(points);
    expect(await find()).not.toContain('drawn:p0');
  },
  PATIENCE_MS,
);

it(
  'a withdrawal that was a mistake is undone by two commands, and the image is found as before',
  async () => {
    const restoration = new IngestCommand(['restore', 'drawn:p0', '--by', 'Ada', '--why', 'a mistake'], env);
    expect(await restoration.end()).toBe(0);
    expect((await caller.get('/v1/asset/drawn:p0')).status).toBe(200);
    const before = embedding.images();
    await ingestDrawn().end();
    expect(embedding.images()).toBe(before + 1);
    const [found] = (await caller.search({ query: 'crimson parallelogram', k: 1 })).results;
    expect(found?.asset_id).toBe('drawn:p0');
  },
  PATIENCE_MS,
);

async function indexedPoints(): Promise<number> {
  const client = createRetrievalClient(
    stack.stack.addresses.RETRIEVAL_ADDRESS,
    stack.stack.addresses.SERVICE_TOKEN,
  );
  try {
    return (await client.describeIndex({}, detachedCall(10_000))).points;
  } finally {
    client.close();
  }
}
