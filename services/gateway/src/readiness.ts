import type { EmbeddingClient } from '@imagesearch/contracts/embedding';
import type { RerankerClient } from '@imagesearch/contracts/reranker';
import type { RetrievalClient } from '@imagesearch/contracts/retrieval';
import type { RightsClient } from '@imagesearch/contracts/rights';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { toAppError } from '@imagesearch/service-kit/errors';

export interface Clients {
  embedding: EmbeddingClient;
  retrieval: RetrievalClient;
  reranker: RerankerClient;
  rights: RightsClient;
}

interface ServiceReadiness {
  ready: boolean;
  detail: string;
  latency_ms: number;
}

/** Searches answer without the reranker, in retrieval order. */
const OPTIONAL_SERVICES = new Set(['reranker']);

/** Asks every service at once. The whole is ready when every service that a search cannot do without is. */
export async function checkReadiness(clients: Clients, call: CallContext) {
  const facts: { model: string | null; backend: string | null; assets: number | null } = {
    model: null,
    backend: null,
    assets: null,
  };
  const checks: Record<string, () => Promise<{ ready: boolean; detail: string }>> = {
    embedding: async () => {
      const { profile, ready, detail } = await clients.embedding.describeModel({}, call);
      facts.model = profile;
      return { ready, detail };
    },
    retrieval: async () => {
      const { backend, points } = await clients.retrieval.describeIndex({}, call);
      facts.backend = backend;
      return { ready: true, detail: `${points} pictures indexed` };
    },
    reranker: () => clients.reranker.describeReranker({}, call),
    rights: async () => {
      const { assets } = await clients.rights.countAssets({}, call);
      facts.assets = assets;
      return { ready: true, detail: `${assets} assets` };
    },
  };
  const services = Object.fromEntries(
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await timed(check)] as const),
    ),
  );
  const ready = Object.entries(services).every(
    ([name, service]) => service.ready || OPTIONAL_SERVICES.has(name),
  );
  return { ready, checked_at: new Date().toISOString(), services, ...facts };
}

async function timed(check: () => Promise<{ ready: boolean; detail: string }>): Promise<ServiceReadiness> {
  const startedAt = performance.now();
  const latencyMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const { ready, detail } = await check();
    return { ready, detail, latency_ms: latencyMs() };
  } catch (error) {
    return { ready: false, detail: toAppError(error).message, latency_ms: latencyMs() };
  }
}
