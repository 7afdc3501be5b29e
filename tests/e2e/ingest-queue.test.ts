import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startEmbeddingProxy, type EmbeddingProxy } from '@imagesearch/testkit/stack/embedding-proxy';
import { drawManifest, type DrawnManifest } from '@imagesearch/testkit/images/drawn-images';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { until } from '@imagesearch/testkit/processes/until';

const IMAGES = 120;
const CONCURRENCY = 4;
/** How soon a killed worker's images go to another. */
const LOCK_MS = 2_000;

describeWith(ENGINES.redis, 'a queue', (redisUrl) => {
  const folder = folderOfSuite();
  let stack: TestStack;
  let embedding: EmbeddingProxy;
  let drawn: DrawnManifest;
  let env: Record<string, string>;
  const started: IngestCommand[] = [];

  beforeAll(async () => {
    stack = await TestStack.start(NO_IMAGES);
    embedding = await startEmbeddingProxy(
      stack.stack.addresses.EMBEDDING_ADDRESS,
      stack.stack.addresses.SERVICE_TOKEN,
    );
    drawn = await drawManifest(folder, IMAGES);
    env = {
      ...stack.stack.addresses,
      EMBEDDING_ADDRESS: embedding.address,
      DATA_DIR: join(folder, 'data'),
      REDIS_URL: redisUrl,
      INGEST_QUEUE: `test-${randomUUID()}`,
      INGEST_LOCK_MS: String(LOCK_MS),
    };
  }, 300_000);

  afterAll(async () => {
    await Promise.all(started.map((command) => command.kill()));
    await embedding.close();
    await stack.stop();
  });

  const start = (...args: string[]): IngestCommand => {
    const command = new IngestCommand([...args, '--concurrency', String(CONCURRENCY)], env);
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
    const run = start('manifest', drawn.path, '--source', 'queued');
    embedding.atImage(IMAGES / 3, () => void doomed.kill());
    expect(await run.end()).toBe(1);
    expect(run.output).not.toContain('this process ingests the images itself');
    const sound = IMAGES - drawn.brokenIds.length;
    expect(run.output).toMatch(new RegExp(`Ingested\\s*│\\s*${sound} `));
    expect(run.output).toContain(
      `queued:${drawn.brokenIds[0] ?? ''}: the file is no JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or JPEG XL image`,
    );
    expect(embedding.images()).toBeLessThanOrEqual(sound + CONCURRENCY);

    const caller = await stack.newCaller('scale');
    const [found] = (await caller.search({ query: 'drawing number 7', k: 1 })).results;
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

  it('without workers is not used: the command ingests the images itself', async () => {
    const run = start('manifest', drawn.path, '--source', 'alone', '--limit', '5');
    expect(await run.end()).toBe(0);
    expect(run.output).toContain('this process ingests the images itself');
  }, 120_000);
});
