import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { newProcessStack, startFiveProcesses } from '@imagesearch/testkit/processes/process-stack';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { createOnServer } from '@imagesearch/testkit/stores/databases';
import { newQdrantIndex } from '@imagesearch/testkit/stores/qdrant-index';
import { compareSides } from './compare.js';
import { sideAt, type Side } from './sides.js';
import { findIn, imageSearches, newTexts, withClients } from './workloads.js';

const CLIENTS = [1, 8, 64];
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 10);
const IMAGES = Number(process.env['LOAD_IMAGES'] ?? 300);

/** Throughput and latency of each kind of request by the number of clients. No text and no image is sent twice. */
async function main(): Promise<void> {
  const sides = await openSides(process.argv.slice(2));
  try {
    const { similar, file } = await findIn(sides);
    const kinds = { text: newTexts(), image: (await imageSearches()).indexed, similar, file };
    const turns = { rounds: 1, turnMs: 1_000 * SECONDS };
    for (const clients of CLIENTS)
      for (const workload of withClients(clients, kinds)) await compareSides(sides, workload, turns);
  } finally {
    for (const side of sides) await side.close();
  }
}

/**
 * With `--five-processes`: the services as processes with the servers DATABASE_URL, REDIS_URL and QDRANT_URL, and beside them
 * all services in this process on embedded stores, with the same images. Otherwise the installation at LOAD_URL with the key
 * LOAD_KEY, whose plan must have no limits. Without LOAD_URL, all services in this process over a copy of the data in DATA_DIR.
 */
async function openSides(args: readonly string[]): Promise<Side[]> {
  if (args.includes('--five-processes')) {
    const filled = await TestStack.start(NO_IMAGES, { env: { LOG_LEVEL: 'error' } });
    await ingestImages(filled);
    return [await oneProcess(filled), await fiveProcesses()];
  }
  const { LOAD_URL: url, LOAD_KEY: key, DATA_DIR: dataDir = '.data' } = process.env;
  if (url === undefined || url === '') return [await oneProcess(await TestStack.over(resolve(dataDir)))];
  if (key === undefined || key === '') throw new Error('Set LOAD_KEY to an API key of LOAD_URL.');
  return [sideAt(url, { baseUrl: url, key }, () => Promise.resolve())];
}

async function oneProcess(running: TestStack): Promise<Side> {
  const served = { baseUrl: running.baseUrl, key: await running.newKey('custom') };
  return sideAt('one process', served, () => running.stop());
}

async function fiveProcesses(): Promise<Side> {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, QDRANT_URL: qdrantUrl } = process.env;
  if (databaseUrl === undefined || redisUrl === undefined)
    throw new Error('--five-processes needs DATABASE_URL and REDIS_URL.');
  const database = await createOnServer(databaseUrl);
  const index = qdrantUrl === undefined ? undefined : newQdrantIndex(qdrantUrl);
  const env = {
    DATABASE_URL: database.url,
    KEY_SECRET: randomBytes(32).toString('hex'),
    DOWNLOAD_SECRET: randomBytes(32).toString('hex'),
    REDIS_URL: redisUrl,
    ...index?.env,
  };
  const stack = await newProcessStack({ fill: ingestImages, env });
  const { baseUrl } = await startFiveProcesses(stack);
  return sideAt('five processes', { baseUrl, key: stack.key }, async () => {
    await stack.stop();
    await database.drop();
    await index?.drop();
  });
}

async function ingestImages(stack: TestStack): Promise<void> {
  const { exitCode, output } = await stack.runIngest(['--limit', String(IMAGES), 'openmoji']);
  if (exitCode !== 0) throw new Error(output);
}

await main();
process.exit(0);
