import { setTimeout as sleep } from 'node:timers/promises';
import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRerankerClient } from '@imagesearch/contracts/reranker';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { StackAddresses } from './stack.js';

const POLL_INTERVAL_MS = 50;
const CALL_TIMEOUT_MS = 5_000;

/** Waits until both services that hold models have loaded them; a model that cannot be had is an error. */
export async function waitUntilReady(addresses: StackAddresses, signal: AbortSignal): Promise<void> {
  const embedding = createEmbeddingClient(addresses.EMBEDDING_ADDRESS);
  const reranker = createRerankerClient(addresses.RERANKER_ADDRESS);
  try {
    for (;;) {
      const [model, judge] = await Promise.all([
        embedding.describeModel({}, detachedCall(CALL_TIMEOUT_MS, signal)),
        reranker.describeReranker({}, detachedCall(CALL_TIMEOUT_MS, signal)),
      ]);
      if (model.ready && judge.ready) return;
      await sleep(POLL_INTERVAL_MS, undefined, { signal });
    }
  } finally {
    embedding.close();
    reranker.close();
  }
}
