import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INGEST_VERSION } from '@imagesearch/ingest/pipeline/build-point';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { z } from 'zod';
import { describeIndex, INGEST_COMMAND } from './index-model.js';
import { runStep } from './run-step.js';
import type { StackAddresses } from './stack.js';

export interface DemoCollectionOptions {
  dataDir: string;
  /** Ingest only this many images. */
  limit: string | undefined;
  signal: AbortSignal;
}

/** State of the index after the last complete ingestion. */
const stampSchema = z.object({ command: z.string(), model_fingerprint: z.string(), points: z.number() });
type Stamp = z.output<typeof stampSchema>;

/**
 * Ingests the demo collection with the operator's command, in a separate process. Skipped when an earlier run
 * completed and the index still holds its result.
 */
export async function ingestDemoCollection(
  addresses: StackAddresses,
  { dataDir, limit, signal }: DemoCollectionOptions,
): Promise<void> {
  const args = ['openmoji', ...(limit === undefined ? [] : ['--limit', limit])];
  const stampPath = join(dataDir, 'demo-collection.json');
  // Another ingest version makes the index stale.
  const command = [...args, `v${INGEST_VERSION}`].join(' ');
  const before = await describe(addresses, command);
  if (before.points > 0 && isEqual(before, await readStamp(stampPath))) return;

  await runStep(INGEST_COMMAND, args, { ...addresses }, signal);
  await writeFileAtomic(stampPath, JSON.stringify(await describe(addresses, command)));
}

async function describe(addresses: StackAddresses, command: string): Promise<Stamp> {
  const { points, modelFingerprint } = await describeIndex(addresses);
  return { command, model_fingerprint: modelFingerprint, points };
}

async function readStamp(path: string): Promise<Stamp | undefined> {
  try {
    return stampSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

function isEqual(a: Stamp, b: Stamp | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
