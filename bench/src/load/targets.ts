import { resolve } from 'node:path';
import { NO_IMAGES } from '@imagesearch/testkit/images/small-collection';
import { startFiveProcesses, ProcessStack } from '@imagesearch/testkit/processes/process-stack';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { createServerStores } from '@imagesearch/testkit/stores/server-stores';
import { serversOfEnvironment } from '../sides/stores.js';

export interface Target {
  name: string;
  caller: Caller;
  /** A page of metrics for each process, by its name. */
  metricsUrls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const FIVE_PROCESSES = '--five-processes';
const IMAGES = Number(process.env['LOAD_IMAGES'] ?? 300);

/**
 * With `--five-processes`: the services as processes with the servers DATABASE_URL, REDIS_URL and QDRANT_URL, and beside them
 * all services in this process on embedded stores, with the same images. Otherwise the installation at LOAD_URL with the key
 * LOAD_KEY, whose plan must have no limits; its pages of metrics are LOAD_METRICS, with commas between them. Without
 * LOAD_URL, all services in this process over a copy of the data in DATA_DIR.
 */
export async function openTargets(args: readonly string[]): Promise<Target[]> {
  if (args.includes(FIVE_PROCESSES)) return [await openOneProcess(), await openFiveProcesses()];
  const { LOAD_URL: url, LOAD_KEY: key, LOAD_METRICS: metrics = '' } = process.env;
  if (url === undefined || url === '')
    return [await oneProcess(await TestStack.over(resolve(process.env['DATA_DIR'] ?? '.data')))];
  if (key === undefined || key === '') throw new Error('Set LOAD_KEY to an API key of LOAD_URL.');
  const urls = metrics.split(',').filter(Boolean);
  const metricsUrls = Object.fromEntries(urls.map((page) => [new URL(page).host, page]));
  return [{ name: url, caller: new Caller(url, key), metricsUrls, close: () => Promise.resolve() }];
}

/** What a command was given besides the way to open its targets. */
export function ownArguments(args: readonly string[]): string[] {
  return args.filter((argument) => argument !== '--' && argument !== FIVE_PROCESSES);
}

export async function closeAll(targets: readonly Target[]): Promise<void> {
  for (const target of targets) await target.close();
}

async function openOneProcess(): Promise<Target> {
  const running = await TestStack.start(NO_IMAGES, { env: { LOG_LEVEL: 'error' } });
  await ingestImages(running);
  return oneProcess(running);
}

async function oneProcess(running: TestStack): Promise<Target> {
  return {
    name: 'one process',
    caller: new Caller(running.baseUrl, await running.newKey('custom')),
    metricsUrls: { 'all services and the load': `${running.stack.gateway.opsUrl()}/metrics` },
    close: () => running.stop(),
  };
}

async function openFiveProcesses(): Promise<Target> {
  const stores = await createServerStores(serversOfEnvironment());
  const stack = await ProcessStack.create({ fill: ingestImages, env: stores.env });
  const { caller, metricsUrls } = await startFiveProcesses(stack);
  return {
    name: 'five processes',
    caller,
    metricsUrls,
    close: async () => {
      await stack.stop();
      await stores.drop();
    },
  };
}

async function ingestImages(stack: TestStack): Promise<void> {
  const { exitCode, output } = await stack.runIngest(['--limit', String(IMAGES), 'openmoji']);
  if (exitCode !== 0) throw new Error(output);
}
