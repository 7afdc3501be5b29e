import { join } from 'node:path';
import { loadConfig as loadGatewayConfig } from '@imagesearch/gateway/config';
import { givenIn } from '@imagesearch/service-kit/config';
import { warnOfFewDescriptors } from '@imagesearch/service-kit/process/run-main';
import { announceStack } from '@imagesearch/service-kit/process/running-stack';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { ensureDemoKeys, type DemoKeys } from './demo-keys.js';
import { dataDirOf, requireDataDir, requireNoStack } from './local-command.js';
import { embedAgainIfNeeded, runningModel } from './index-model.js';
import type { Stack } from './stack.js';

export interface LocalStack {
  stack: Stack;
  baseUrl: string;
  dataDir: string;
  /** One key for each plan. */
  keys: DemoKeys;
}

/**
 * Starts all services on embedded stores in DATA_DIR, tells the commands beside it where they are, and closes them
 * after the work.
 * @param signal Ends the start and the work.
 * @param more Variables beside those of the environment.
 */
export async function withLocalStack(
  signal: AbortSignal,
  work: (local: LocalStack) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const dataDir = dataDirOf(process.env);
  const modelDir = givenIn(process.env)['MODEL_DIR'] ?? join(dataDir, 'models');
  const env = { LOG_LEVEL: 'warn', ...process.env, DATA_DIR: dataDir, MODEL_DIR: modelDir, ...more };
  // Wrong settings are named before anything is opened.
  loadGatewayConfig(env);
  requireNoStack(dataDir);
  await requireDataDir(dataDir);
  warnOfFewDescriptors();
  const stack = await sayWhile('Opening the databases and loading the models', async () => {
    // The whole product, which help, a question and a refusal do not wait for.
    const { startStack } = await import('./stack.js');
    return startStack({ env, mayChangeModel: true });
  });
  let forget: (() => void) | undefined;
  try {
    signal.throwIfAborted();
    const baseUrl = stack.gateway.baseUrl();
    forget = await announceStack({
      pid: process.pid,
      data_dir: dataDir,
      base_url: baseUrl,
      EMBEDDING_ADDRESS: stack.addresses.EMBEDDING_ADDRESS,
      RETRIEVAL_ADDRESS: stack.addresses.RETRIEVAL_ADDRESS,
      RERANKER_ADDRESS: stack.addresses.RERANKER_ADDRESS,
      RIGHTS_ADDRESS: stack.addresses.RIGHTS_ADDRESS,
    });
    await embedAgainIfNeeded(stack.addresses, signal);
    printErr((await runningModel(stack.addresses)).detail);
    await work({ stack, baseUrl, dataDir, keys: await ensureDemoKeys(stack.gateway, dataDir) });
  } finally {
    forget?.();
    await stack.close();
  }
}

/** Resolves when the operator stops the command. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}

/** Shorter work is not worth a line. */
const FIRST_MS = 1_000;
/** A person who sees nothing for longer takes the program for dead. */
const INTERVAL_MS = 4_000;

/** Says what is being done while the work lasts, first when it has taken a moment. */
async function sayWhile<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const say = (): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    printErr(seconds > 1 ? `${what}, ${seconds} s …` : `${what} …`);
    timer = setTimeout(say, INTERVAL_MS);
  };
  let timer = setTimeout(say, FIRST_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
