import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMONSTRATION_SOURCES } from '@imagesearch/gateway/keys/api-key';
import { INGEST_VERSION } from '@imagesearch/ingest/pipeline/embed-asset';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { z } from 'zod';
import { countCatalogued, describeIndex, holdsImages, INGEST_COMMAND } from './index-model.js';
import { runStep } from './local-command.js';
import type { StackAddresses } from './stack.js';

export interface DemoCollectionOptions {
  dataDir: string;
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

/** State of the collection after the last complete ingestion. */
const stampSchema = z.object({
  ingest_version: z.string(),
  model_fingerprint: z.string(),
  /** Images that were asked for; null is all. */
  limit: z.number().nullable(),
  /** Images of the collection in the catalogue. */
  images: z.number(),
});
type Stamp = z.output<typeof stampSchema>;

/**
 * Ingests the demonstration's collection with the operator's command, in a separate process. Skipped when an earlier run
 * ingested as much and the index still holds it.
 */
export function ingestDemoCollection(
  addresses: StackAddresses,
  { dataDir, limit, signal }: DemoCollectionOptions,
): DemoCollection {
  const stampPath = join(dataDir, 'demo-collection.json');
  const complete = ingestUnlessComplete(addresses, { stampPath, limit, signal });
  const ready = new AbortController();
  const firstImages = Promise.race([
    complete,
    untilImages(Math.min(limit ?? Infinity, FIRST_IMAGES), addresses, ready.signal),
  ]).finally(() => ready.abort());
  return { firstImages, complete };
}

async function ingestUnlessComplete(
  addresses: StackAddresses,
  { stampPath, limit, signal }: { stampPath: string; limit: number | undefined; signal: AbortSignal },
): Promise<void> {
  const stamp = await readStamp(stampPath);
  if (stamp !== undefined && covers(stamp, limit, await describe(addresses))) return;
  await runStep(INGEST_COMMAND, [PHOTOGRAPHS], { ...addresses }, signal);
  await runStep(
    INGEST_COMMAND,
    [SOURCE, ...(limit === undefined ? [] : ['--limit', String(limit)])],
    {
      ...addresses,
    },
    signal,
  );
  const state = await describe(addresses);
  await writeFileAtomic(stampPath, JSON.stringify({ ...state, limit: limit ?? null }));
}

async function describe(addresses: StackAddresses): Promise<Omit<Stamp, 'limit'>> {
  const [{ points, modelFingerprint }, images] = await Promise.all([
    describeIndex(addresses),
    countCatalogued(addresses, SOURCE),
  ]);
  return {
    // Another ingest version makes the index stale.
    ingest_version: INGEST_VERSION,
    model_fingerprint: modelFingerprint,
    images: points === 0 ? 0 : images,
  };
}

/** Whether an earlier run ingested as much, and nothing of it has changed since. */
function covers(
  { limit: before, ...stamp }: Stamp,
  limit: number | undefined,
  now: Omit<Stamp, 'limit'>,
): boolean {
  const isEnough = before === null || (limit !== undefined && limit <= before);
  return isEnough && now.images > 0 && JSON.stringify(stamp) === JSON.stringify(now);
}

async function untilImages(count: number, addresses: StackAddresses, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await holdsImages(addresses, SOURCE, count).catch(() => false)) return;
    await sleep(LOOK_AGAIN_MS);
  }
}

async function readStamp(path: string): Promise<Stamp | undefined> {
  try {
    return stampSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}
