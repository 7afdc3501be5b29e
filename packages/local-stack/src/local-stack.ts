import { join } from 'node:path';
import { loadConfig as loadGatewayConfig } from '@imagesearch/gateway/config';
import { openLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { announceStack } from '@imagesearch/service-kit/process/running-stack';
import { ensureDemoKeys, type DemoKeys } from './demo-keys.js';
import { dataDirOf, unlessEmpty } from './local-command.js';
import { requireDataDir, requirePort } from './preconditions.js';
import { embedAgainIfNeeded } from './index-model.js';
import { runStep } from './run-step.js';
import { sayWhile } from './say-while.js';
import { startStack, type Stack } from './stack.js';

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
 */
export async function withLocalStack(
  signal: AbortSignal,
  work: (local: LocalStack) => Promise<void>,
): Promise<void> {
  const dataDir = dataDirOf(process.env);
  const modelDir = unlessEmpty(process.env['MODEL_DIR']) ?? join(dataDir, 'models');
  const env = { LOG_LEVEL: 'warn', ...process.env, DATA_DIR: dataDir, MODEL_DIR: modelDir };
  await requirePort(loadGatewayConfig(env));
  await requireDataDir(dataDir);
  const models = buildModels(modelDir, signal);
  const stack = await sayWhile('Opening the databases', () =>
    startStack({ env, mayChangeModel: true, modelFiles: neverFailing(models) }),
  );
  let forget: (() => void) | undefined;
  try {
    await Promise.race([models, rejectOnAbort(signal)]);
    await sayWhile('Loading the models', () => Promise.race([stack.whenReady(), rejectOnAbort(signal)]));
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
    await work({ stack, baseUrl, dataDir, keys: await ensureDemoKeys(stack.gateway, dataDir) });
  } finally {
    forget?.();
    await stack.close();
  }
}

/** Builds the models in a separate process, while this one opens its databases. */
async function buildModels(modelDir: string, signal: AbortSignal): Promise<void> {
  if ((await openLiteProfile(modelDir)) === undefined)
    await runStep(join(import.meta.dirname, 'build-models.js'), [modelDir], {}, signal);
}

/** The command ends by the failure; who waits for the result then ends with it. */
function neverFailing(work: Promise<void>): Promise<void> {
  return work.catch(() => new Promise<never>(() => undefined));
}

/** Resolves when the operator stops the command. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(new Error('stopped'));
    signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
  });
}
