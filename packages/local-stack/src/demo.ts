import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { ConfigError } from '@imagesearch/service-kit/config';
import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { consoleUrl, ensureDemoKeys, writeDemoFile } from './demo-keys.js';
import { ingestDemoCollection } from './demo-collection.js';
import { printHowToSearch } from './how-to-search.js';
import { runSampleSearches } from './sample-searches.js';
import { runStep } from './run-step.js';
import { startStack, type Stack } from './stack.js';

const REPOSITORY = join(import.meta.dirname, '../../..');

/** `npm run demo`: all services on this machine, with a collection to search. */
async function demo(): Promise<void> {
  const { values } = parseArgs({
    options: { once: { type: 'boolean', default: false }, limit: { type: 'string' } },
  });
  const dataDir = resolve(REPOSITORY, process.env['DATA_DIR'] ?? '.data');
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());

  const modelDir = process.env['MODEL_DIR'] ?? join(dataDir, 'models');
  if ((await openLiteProfile(modelDir)) === undefined) {
    await runStep(join(import.meta.dirname, 'build-models.js'), [modelDir], {}, stop.signal);
  }
  const stack = await startStack({
    env: { LOG_LEVEL: 'warn', ...process.env, DATA_DIR: dataDir, MODEL_DIR: modelDir },
  });
  try {
    await Promise.race([stack.whenReady(), rejectOnAbort(stop.signal)]);
    await serve(stack, { dataDir, once: values.once, limit: values.limit, signal: stop.signal });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await stack.close();
  }
}

interface ServeOptions {
  dataDir: string;
  /** Search once and exit, instead of waiting for a signal. */
  once: boolean;
  /** Ingest only this many images. */
  limit: string | undefined;
  signal: AbortSignal;
}

async function serve(stack: Stack, { dataDir, once, limit, signal }: ServeOptions): Promise<void> {
  const baseUrl = stack.gateway.baseUrl();
  const keys = await ensureDemoKeys(stack.gateway, dataDir);
  // stack.json is readable by all users, so the token has its own private file.
  const addresses = { ...stack.addresses, SERVICE_TOKEN: undefined };
  await writeFileAtomic(join(dataDir, 'stack.json'), `${JSON.stringify(addresses, null, 2)}\n`);
  await ingestDemoCollection(stack.addresses, { dataDir, limit, signal });
  await writeDemoFile(dataDir, {
    base_url: baseUrl,
    console_url: consoleUrl(baseUrl, keys.starter),
    keys,
  });
  if (once) {
    await runSampleSearches(baseUrl, keys.starter);
    return;
  }
  printHowToSearch(baseUrl, keys.starter);
  await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
  printOut('\nStopping.');
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
  });
}

try {
  await demo();
  process.exit(0);
} catch (error) {
  printErr(explain(error));
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port ?? ''} is in use. Choose another: PORT=8081 npm run demo`;
  return stack ?? String(error);
}
