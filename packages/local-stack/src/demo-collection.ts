import { setTimeout as sleep } from 'node:timers/promises';
import { DEMONSTRATION_SOURCES } from '@imagesearch/gateway/keys/api-key';
import { holdsImages, INGEST_COMMAND } from './index-model.js';
import { runStep } from './local-command.js';
import type { StackAddresses } from './stack.js';

interface DemoCollectionOptions {
  /** Ingest only this many images. */
  limit: number | undefined;
  signal: AbortSignal;
}

export interface DemoCollection {
  /** Resolves when the index holds what the printed requests ask for. */
  firstImages: Promise<void>;
  complete: Promise<void>;
}

/** The photographs are a few, without words: they come first. */
const [SOURCE, PHOTOGRAPHS] = DEMONSTRATION_SOURCES;

/** The source yields cats, flowers and fruit first. */
const FIRST_IMAGES = 40;
const LOOK_AGAIN_MS = 250;

/** Ingests the demonstration's collection with the operator's command, in a separate process. It skips what an earlier run did. */
export function ingestDemoCollection(
  addresses: StackAddresses,
  { limit, signal }: DemoCollectionOptions,
): DemoCollection {
  const ingest = (...args: string[]) => runStep(INGEST_COMMAND, args, { ...addresses }, signal);
  const complete = ingest(PHOTOGRAPHS).then(() =>
    ingest(SOURCE, ...(limit === undefined ? [] : ['--limit', String(limit)])),
  );
  const ready = new AbortController();
  const firstImages = Promise.race([
    complete,
    untilImages(Math.min(limit ?? Infinity, FIRST_IMAGES), addresses, ready.signal),
  ]).finally(() => ready.abort());
  return { firstImages, complete };
}

async function untilImages(count: number, addresses: StackAddresses, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await holdsImages(addresses, SOURCE, count).catch(() => false)) return;
    await sleep(LOOK_AGAIN_MS);
  }
}
