import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { INGEST_VERSION } from '@imagesearch/ingest/pipeline/build-point';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { z } from 'zod';
import { runStep } from './run-step.js';
import type { StackAddresses } from './stack.js';

const DESCRIBE_TIMEOUT_MS = 5_000;

export interface DemoCollectionOptions {
  dataDir: string;
  /** Ingest only this many images. */
  limit: string | undefined;
  signal: AbortSignal;
}

/** State of the index after the last complete ingestion. */
const stampSchema = z.object({ command: z.string(), model_fingerprint: z.string(), points: z.number() });
type Stamp = z.output<typeof stampSchema>;

const INGEST_COMMAND = fileURLToPath(import.meta.resolve('@imagesearch/ingest/main'));

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
  const isOfRunningModel = before.model_fingerprint === (await runningModel(addresses));
  if (before.points > 0 && isOfRunningModel && isEqual(before, await readStamp(stampPath))) return;

  if (before.points > 0 && !isOfRunningModel) {
    await runStep(INGEST_COMMAND, ['reindex'], { ...addresses }, signal);
  }
  await runStep(INGEST_COMMAND, args, { ...addresses }, signal);
  await writeFileAtomic(stampPath, JSON.stringify(await describe(addresses, command)));
}

async function describe(addresses: StackAddresses, command: string): Promise<Stamp> {
  const client = createRetrievalClient(addresses.RETRIEVAL_ADDRESS, addresses.SERVICE_TOKEN);
  try {
    const { points, modelFingerprint } = await client.describeIndex({}, detachedCall(DESCRIBE_TIMEOUT_MS));
    return { command, model_fingerprint: modelFingerprint, points };
  } finally {
    client.close();
  }
}

async function runningModel(addresses: StackAddresses): Promise<string> {
  const client = createEmbeddingClient(addresses.EMBEDDING_ADDRESS, addresses.SERVICE_TOKEN);
  try {
    return (await client.describeModel({}, detachedCall(DESCRIBE_TIMEOUT_MS))).fingerprint;
  } finally {
    client.close();
  }
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
