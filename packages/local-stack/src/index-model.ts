import { fileURLToPath } from 'node:url';
import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import type { DescribeModelResponse } from '@imagesearch/contracts/messages';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRightsClient } from '@imagesearch/contracts/rights';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { runStep } from './run-step.js';
import type { StackAddresses } from './stack.js';

const DESCRIBE_TIMEOUT_MS = 5_000;

/** The operator's command, for a separate process. */
export const INGEST_COMMAND = fileURLToPath(import.meta.resolve('@imagesearch/ingest/main'));

type IndexAddress = Pick<StackAddresses, 'RETRIEVAL_ADDRESS' | 'SERVICE_TOKEN'>;

export interface IndexState {
  points: number;
  /** An index that is being filled beside it. */
  rebuild: { modelFingerprint: string } | null;
  /** Of the model that filled the index; empty for an empty index. */
  modelFingerprint: string;
}

export function describeIndex(addresses: IndexAddress): Promise<IndexState> {
  return askIndex(addresses, (client) => client.describeIndex({}, detachedCall(DESCRIBE_TIMEOUT_MS)));
}

/** Whether the index holds that many images of a source. */
export async function holdsImages(
  addresses: StackAddresses,
  source: string,
  count: number,
): Promise<boolean> {
  const request = { filters: [{ sourceAny: [source] }], limit: count };
  const { counts } = await askIndex(addresses, (client) =>
    client.countPoints(request, detachedCall(DESCRIBE_TIMEOUT_MS)),
  );
  return (counts[0] ?? 0) >= count;
}

/** Images of a source in the catalogue, withdrawn ones included. */
export async function countCatalogued(
  { RIGHTS_ADDRESS, SERVICE_TOKEN }: StackAddresses,
  source: string,
): Promise<number> {
  const client = createRightsClient(RIGHTS_ADDRESS, SERVICE_TOKEN);
  try {
    const { sources } = await client.countAssets({}, detachedCall(DESCRIBE_TIMEOUT_MS));
    const counts = sources.find((one) => one.source === source);
    return (counts?.active ?? 0) + (counts?.withdrawn ?? 0);
  } finally {
    client.close();
  }
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
