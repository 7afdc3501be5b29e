import { fileURLToPath } from 'node:url';
import { createEmbeddingClient, createRetrievalClient } from '@imagesearch/contracts/clients';
import type { DescribeModelResponse } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { runStep } from './local-command.js';
import type { StackAddresses } from './stack.js';

const DESCRIBE_TIMEOUT_MS = 5_000;

/** The operator's command, for a separate process. */
export const INGEST_COMMAND = fileURLToPath(import.meta.resolve('@imagesearch/ingest/main'));

interface IndexState {
  points: number;
  /** Of the model that filled the index; empty for an empty index. */
  modelFingerprint: string;
}

export async function describeIndex({
  RETRIEVAL_ADDRESS,
  SERVICE_TOKEN,
}: StackAddresses): Promise<IndexState> {
  const client = createRetrievalClient(RETRIEVAL_ADDRESS, SERVICE_TOKEN);
  try {
    return await client.describeIndex({}, detachedCall(DESCRIBE_TIMEOUT_MS));
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
