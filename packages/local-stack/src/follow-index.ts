import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig as loadEmbeddingConfig } from '@imagesearch/embedding/config';
import type { EmbeddingService } from '@imagesearch/embedding/service';
import { readHubManifest } from '@imagesearch/models/hub/hub-manifest';
import { modelOfFingerprint } from '@imagesearch/models/fingerprints';
import type { RunningStack } from '@imagesearch/service-kit/process/running-stack';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { describeIndex, runningModel } from './index-model.js';
import type { Stack } from './stack.js';

type Env = Readonly<Record<string, string | undefined>>;

/** What changes about a running stack when another model fills its index. */
export type Announced = Pick<RunningStack, 'EMBEDDING_ADDRESS' | 'next'>;

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
    if (!ended.signal.aborted) printErr(`The model of the index is no longer followed: ${String(error)}`);
  });
  return () => ended.abort();
}

interface Loaded {
  fingerprint: string;
  service: EmbeddingService;
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
  const model = await modelOfFingerprint(fingerprint, manifest, settings);
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
