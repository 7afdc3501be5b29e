import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { ProcessStack, startFiveProcesses } from '@imagesearch/testkit/processes/process-stack';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { createOnServer } from '@imagesearch/testkit/stores/databases';
import { newQdrantIndex } from '@imagesearch/testkit/stores/qdrant-index';

export interface Target {
  name: string;
  caller: Caller;
  close(): Promise<void>;
}

const IMAGES = Number(process.env['LOAD_IMAGES'] ?? 300);

/**
 * With `--five-processes`: the services as processes with the servers DATABASE_URL, REDIS_URL and QDRANT_URL, and beside them
 * all services in this process on embedded stores, with the same images. Otherwise the installation at LOAD_URL with the key
 * LOAD_KEY, whose plan must have no limits. Without LOAD_URL, all services in this process over a copy of the data in DATA_DIR.
 */
export async function openTargets(args: readonly string[]): Promise<Target[]> {
  if (args.includes('--five-processes')) {
    const filled = await TestStack.start(NO_IMAGES, { env: { LOG_LEVEL: 'error' } });
    await ingestImages(filled);
    return [await oneProcess(filled), await fiveProcesses()];
  }
  const { LOAD_URL: url, LOAD_KEY: key, DATA_DIR: dataDir = '.data' } = process.env;
  if (url === undefined || url === '') return [await oneProcess(await TestStack.over(resolve(dataDir)))];
  if (key === undefined || key === '') throw new Error('Set LOAD_KEY to an API key of LOAD_URL.');
  return [{ name: url, caller: new Caller(url, key), close: () => Promise.resolve() }];
}

async function oneProcess(running: TestStack): Promise<Target> {
  const caller = new Caller(running.baseUrl, await running.newKey('custom'));
  return { name: 'one process', caller, close: () => running.stop() };
}

async function fiveProcesses(): Promise<Target> {
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
  const stack = await ProcessStack.create({ fill: ingestImages, env });
  const { caller } = await startFiveProcesses(stack);
  const close = async (): Promise<void> => {
    await stack.stop();
    await database.drop();
    await index?.drop();
  };
  return { name: 'five processes', caller, close };
}

async function ingestImages(stack: TestStack): Promise<void> {
  const { exitCode, output } = await stack.runIngest(['--limit', String(IMAGES), 'openmoji']);
  if (exitCode !== 0) throw new Error(output);
}
