import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createEmbeddingClient,
  createRetrievalClient,
  type RetrievalClient,
} from '@imagesearch/contracts/clients';
import type { DescribeModelResponse } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { loadConfig as loadEmbeddingConfig } from '@imagesearch/embedding/config';
import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import { readHubManifest } from '@imagesearch/models/hub/hub-manifest';
import { modelOfFingerprint } from '@imagesearch/models/fingerprints';
import type { RunningStack } from '@imagesearch/service-kit/process/running-stack';
import { runStep } from './local-command.js';
import type { StackAddresses, Stack } from './stack.js';

const DESCRIBE_TIMEOUT_MS = 5_000;

/** The operator's command, for a separate process. */
export const INGEST_COMMAND = fileURLToPath(import.meta.resolve('@imagesearch/ingest/main'));

type IndexAddress = Pick<StackAddresses, 'RETRIEVAL_ADDRESS' | 'SERVICE_TOKEN'>;

interface IndexState {
  points: number;
  /** An index that is being filled beside it. */
  rebuild: { modelFingerprint: string } | null;
  /** Of the model that filled the index; empty for an empty index. */
  modelFingerprint: string;
}

export function describeIndex(addresses: IndexAddress): Promise<IndexState> {
  return askIndex(addresses, (client) => client.describeIndex({}, detachedCall(DESCRIBE_TIMEOUT_MS)));
}

export async function askIndex<Answer>(
  { RETRIEVAL_ADDRESS, SERVICE_TOKEN }: IndexAddress,
  ask: (client: RetrievalClient) => Promise<Answer>,
): Promise<Answer> {
  const client = createRetrievalClient(RETRIEVAL_ADDRESS, SERVICE_TOKEN);
  try {
    return await ask(client);
  } finally {
    client.close();
  }
}

/** Embeds every stored image again when another model filled the index: until then searches are refused. */
export async function embedAgainIfNeeded(addresses: StackAddresses, signal: AbortSignal): Promise<void> {
  const { points, modelFingerprint } = await describeIndex(addresses);
  if (points === 0 || modelFingerprint === (await runningModel(addresses)).fingerprint) return;
  printErr('Another model filled the index. Every image is embedded again, which takes a while.');
  await runStep(INGEST_COMMAND, ['reindex'], { ...addresses }, signal);
}

export async function runningModel({
  EMBEDDING_ADDRESS,
  SERVICE_TOKEN,
}: Pick<StackAddresses, 'EMBEDDING_ADDRESS' | 'SERVICE_TOKEN'>): Promise<DescribeModelResponse> {
  const client = createEmbeddingClient(EMBEDDING_ADDRESS, SERVICE_TOKEN);
  try {
    return await client.describeModel({}, detachedCall(DESCRIBE_TIMEOUT_MS));
  } finally {
    client.close();
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** What changes about a running stack when another model fills its index. */
type Announced = Pick<RunningStack, 'EMBEDDING_ADDRESS' | 'next'>;

/** The old index answers for two seconds longer. */
const LOOK_MS = 250;

/**
 * Loads the model of an index that is being filled beside the serving one, and answers with it from the moment when that index
 * serves: `npm run models -- use` loses no search.
 * @returns a function that ends it.
 */
export function followIndex(
  stack: Stack,
  env: Env,
  announce: (announced: Announced) => Promise<void>,
): () => void {
  const ended = new AbortController();
  follow(stack, env, announce, ended.signal).catch((error: unknown) => {
    if (!ended.signal.aborted)
      printErr(`This stack has stopped following the model of the index: ${String(error)}`);
  });
  return () => ended.abort();
}

interface Loaded {
  fingerprint: string;
  service: GrpcService;
}

async function follow(
  stack: Stack,
  env: Env,
  announce: (announced: Announced) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let current: Loaded = {
    service: stack.backends.embedding,
    fingerprint: (await runningModel(stack.addresses)).fingerprint,
  };
  let next: Loaded | undefined;
  /** One that could not be loaded is not tried again. */
  let tried = '';
  for (;;) {
    await sleep(LOOK_MS, undefined, { signal });
    const index = await describeIndex(stack.addresses).catch(() => undefined);
    if (index === undefined) continue;
    const { modelFingerprint: serving, rebuild } = index;
    const wanted = [serving, rebuild?.modelFingerprint ?? ''].find(
      (fingerprint) => fingerprint !== '' && fingerprint !== current.fingerprint,
    );
    if (wanted !== next?.fingerprint) {
      const unused = next;
      next = undefined;
      if (wanted !== undefined && wanted !== tried) next = await load(stack, env, wanted);
      signal.throwIfAborted();
      tried = wanted ?? '';
      if (unused || next) await announce(announcedOf(current, next));
      await unused?.service.close();
    }
    if (next?.fingerprint !== serving) continue;
    stack.replaceEmbedding(next.service);
    const replaced = current;
    current = next;
    next = undefined;
    await announce(announcedOf(current, next));
    await replaced.service.close();
  }
}

/** Undefined for a model that this version does not have, and one whose files are not on disk. */
async function load(stack: Stack, env: Env, fingerprint: string): Promise<Loaded | undefined> {
  const { settings } = loadEmbeddingConfig(env);
  const manifest = await readHubManifest(settings.manifestPath);
  const model = modelOfFingerprint(fingerprint, manifest);
  if (model === undefined) return undefined;
  try {
    return { fingerprint, service: await stack.startEmbedding(model) };
  } catch (error) {
    printErr(`${model.profile} fills an index and cannot be loaded: ${(error as Error).message}`);
    return undefined;
  }
}

function announcedOf({ service }: Loaded, next: Loaded | undefined): Announced {
  return {
    EMBEDDING_ADDRESS: service.address,
    ...(next && { next: { EMBEDDING_ADDRESS: next.service.address, fingerprint: next.fingerprint } }),
  };
}
