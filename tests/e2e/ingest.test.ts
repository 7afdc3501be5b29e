import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { drawManifest } from '@imagesearch/testkit/images/drawn-images';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { expireLocks } from '@imagesearch/testkit/processes/expired-locks';
import { until } from '@imagesearch/testkit/processes/until';
import { startEmbeddingProxy } from '@imagesearch/testkit/stack/embedding-proxy';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** More than a batch, which a checkpoint follows. */
const IMAGES = 120;
const CONCURRENCY = 4;
const KILLED_AT = [0.1, 0.5, 0.9];
const ROWS = 10_000;
const DESCRIPTION_CHARS = 9_000;
/** Less than the rows would take if they were kept, and little more than Node and the clients do. */
const HEAP_MIB = 64;

const folder = folderOfSuite();
const stack = await TestStack.start(NO_IMAGES);
const { EMBEDDING_ADDRESS, SERVICE_TOKEN } = stack.stack.addresses;
const embedding = await startEmbeddingProxy(EMBEDDING_ADDRESS, SERVICE_TOKEN);
afterAll(async () => {
  await embedding.close();
  await stack.stop();
});
const drawn = await drawManifest(folder, IMAGES);
const env = {
  ...stack.stack.addresses,
  EMBEDDING_ADDRESS: embedding.address,
  DATA_DIR: join(folder, 'data'),
};

const ingestDrawn = (...args: string[]): IngestCommand =>
  new IngestCommand(
    ['manifest', drawn.path, '--source', 'drawn', '--concurrency', String(CONCURRENCY), ...args],
    env,
  );
const indexedPoints = async (): Promise<number> =>
  (await stack.clients.retrieval.describeIndex({}, detachedCall(10_000))).points;

it('a run killed at three points loses nothing; the next one embeds only what the index does not hold, and one more nothing', async () => {
  const sound = IMAGES - drawn.brokenIds.length;
  for (const share of KILLED_AT) {
    const run = ingestDrawn();
    embedding.atImage(Math.floor(sound * share), () => void run.kill());
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

  const embeddedAll = embedding.images();
  const report = join(folder, 'report.jsonl');
  expect(await ingestDrawn('--report', report).end()).toBe(1);
  expect(embedding.images()).toBe(embeddedAll);
  const lines = (await readFile(report, 'utf8')).trim().split('\n');
  const failures = lines.map((line) => JSON.parse(line) as { entry: string; reason: string });
  expect(failures.map(({ entry }) => entry)).toEqual(drawn.brokenIds.map((id) => `drawn:${id}`));
  for (const { reason } of failures) expect(reason).toContain('the file is no JPEG, PNG, WebP, HEIC');
}, 450_000);

it('a withdrawn image is gone from the next search, and no later run looks at it until it is restored', async () => {
  const caller = await stack.newCaller('scale');
  const cause = ['--by', 'Ada', '--why', 'asked for it'];
  const isFound = async (): Promise<boolean> =>
    (await caller.search({ query: 'red drawing number 0', k: 20 })).results.some(
      ({ asset_id }) => asset_id === 'drawn:p0',
    );
  expect(await isFound()).toBe(true);
  expect(await new IngestCommand(['withdraw', 'drawn:p0', ...cause], env).end()).toBe(0);
  expect(await isFound()).toBe(false);
  expect((await caller.get('/v1/asset/drawn:p0')).status).toBe(404);

  const before = embedding.images();
  const run = ingestDrawn();
  await run.end();
  expect(run.output).toMatch(/Withdrawn or deleted, skipped\s*│\s*1 /);
  expect(embedding.images()).toBe(before);
  expect(await isFound()).toBe(false);

  expect(await new IngestCommand(['restore', 'drawn:p0', ...cause], env).end()).toBe(0);
  await ingestDrawn().end();
  expect(embedding.images()).toBe(before + 1);
  expect(await isFound()).toBe(true);
}, 132_000);

it('a manifest of 10,000 rows is read through a heap that could not hold it', async () => {
  const manifest = join(folder, 'large.jsonl');
  await pipeline(Readable.from(rows()), createWriteStream(manifest));
  const run = new IngestCommand(['manifest', manifest, '--dry-run'], env, [
    `--max-old-space-size=${HEAP_MIB}`,
  ]);
  expect(await run.end()).toBe(0);
  expect(run.output).toMatch(new RegExp(`Would be ingested\\s*│\\s*${ROWS} `));
}, 300_000);

function* rows(): Generator<string> {
  for (let at = 0; at < ROWS; at += 1) {
    const description = `${at} `.repeat(DESCRIPTION_CHARS / 6).slice(0, DESCRIPTION_CHARS);
    yield `${JSON.stringify({ id: `r${at}`, url: `https://example.org/${at}.jpg`, description })}\n`;
  }
}

/** How soon a killed worker's images go to another. */
const LOCK_MS = 2_000;

describeWith(ENGINES.redis, 'a queue', (redisUrl) => {
  const started: IngestCommand[] = [];
  afterAll(() => Promise.all(started.map((command) => command.kill())));

  const queueEnv = {
    ...env,
    REDIS_URL: redisUrl,
    INGEST_QUEUE: `test-${randomUUID()}`,
    INGEST_LOCK_MS: String(LOCK_MS),
  };
  const start = (...args: string[]): IngestCommand => {
    const command = new IngestCommand([...args, '--concurrency', String(CONCURRENCY)], queueEnv);
    started.push(command);
    return command;
  };
  const startWorker = async (): Promise<IngestCommand> => {
    const worker = start('worker');
    await until(() => Promise.resolve(worker.output.includes('Waiting for work')));
    return worker;
  };

  it('is served by many workers; one killed in the middle loses nothing, and the command reports as ever', async () => {
    const [doomed, other] = await Promise.all([startWorker(), startWorker()]);
    const before = embedding.images();
    embedding.atImage(before + IMAGES / 3, () => void doomed.kill());
    const run = start('manifest', drawn.path, '--source', 'queued');
    expect(await run.end()).toBe(1);
    expect(run.output).not.toContain('this process ingests the images itself');
    const sound = IMAGES - drawn.brokenIds.length;
    expect(run.output).toMatch(new RegExp(`Ingested\\s*│\\s*${sound} `));
    expect(run.output).toContain(
      `queued:${drawn.brokenIds[0] ?? ''}: the file is no JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or JPEG XL image`,
    );
    expect(embedding.images() - before).toBeLessThanOrEqual(sound + CONCURRENCY);

    const caller = await stack.newCaller('scale');
    const filters = { source_any: ['queued'] };
    const [found] = (await caller.search({ query: 'drawing number 7', k: 1, filters })).results;
    expect(found?.asset_id).toBe('queued:p7');
    other.child.kill('SIGTERM');
    expect(await other.end()).toBe(0);
  }, 240_000);

  it('is processed after its command was killed, and a second command finds the work done', async () => {
    const worker = await startWorker();
    const before = embedding.images();
    const first = start('manifest', drawn.path, '--source', 'again');
    embedding.atImage(before + 5, () => void first.kill());
    expect(await first.end()).toBeNull();
    const second = start('manifest', drawn.path, '--source', 'again');
    expect(await second.end()).toBe(1);
    expect(second.output).toMatch(new RegExp(`Failed\\s*│\\s*${drawn.brokenIds.length} `));
    expect(embedding.images() - before).toBe(IMAGES - drawn.brokenIds.length);
    worker.child.kill('SIGTERM');
    expect(await worker.end()).toBe(0);
  }, 240_000);

  it('loses no time with a worker that is stopped: it finishes the image that it has', async () => {
    const worker = await startWorker();
    const before = embedding.images();
    embedding.atImage(before + 1, async () => {
      worker.child.kill('SIGTERM');
      await sleep(2_500);
    });
    const run = start('manifest', drawn.path, '--source', 'stopped', '--limit', '1');
    expect(await worker.end()).toBe(0);
    expect(await run.end()).toBe(0);
    expect(embedding.images() - before).toBe(1);
  }, 120_000);

  it('without workers is not used: the command ingests the images itself', async () => {
    const run = start('manifest', drawn.path, '--source', 'alone', '--limit', '5');
    expect(await run.end()).toBe(0);
    expect(run.output).toContain('this process ingests the images itself');
  }, 120_000);
});
