import { DEMONSTRATION_SOURCES } from '@imagesearch/gateway/keys/api-key';
import { INGEST_COMMAND } from './index-model.js';
import { runStep } from './local-command.js';
import type { StackAddresses } from './stack.js';

interface DemoCollectionOptions {
  /** Ingest only this many images. */
  limit: number | undefined;
  signal: AbortSignal;
}

/** The photographs are a few, without words: they come first. */
const [SOURCE, PHOTOGRAPHS] = DEMONSTRATION_SOURCES;

/** The source yields cats, flowers and fruit first: what the printed requests ask for. */
const FIRST_IMAGES = 40;

/**
 * Ingests the first images of the demonstration's collection with the operator's command, in a separate process. It skips what an
 * earlier run did.
 * @returns a function that ingests the others.
 */
export async function ingestFirstImages(
  addresses: StackAddresses,
  { limit = Infinity, signal }: DemoCollectionOptions,
): Promise<() => Promise<void>> {
  const ingest = (source: string, count: number) => {
    const limited = count === Infinity ? [] : ['--limit', String(count)];
    return runStep(INGEST_COMMAND, [source, ...limited], { ...addresses }, signal);
  };
  await ingest(PHOTOGRAPHS, Infinity);
  await ingest(SOURCE, Math.min(limit, FIRST_IMAGES));
  return () => (limit > FIRST_IMAGES ? ingest(SOURCE, limit) : Promise.resolve());
}
