import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddingClient } from '@imagesearch/contracts/embedding';
import type { RerankerClient } from '@imagesearch/contracts/reranker';
import type { RetrievalClient } from '@imagesearch/contracts/retrieval';
import type { RightsClient } from '@imagesearch/contracts/rights';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { AppError, toAppError } from '@imagesearch/service-kit/errors';
import { backendFromWire } from '../assets/converters.js';
import type { Readiness } from './warm-schema.js';

export interface Clients {
  embedding: EmbeddingClient;
  retrieval: RetrievalClient;
  reranker: RerankerClient;
  rights: RightsClient;
}

type ServiceReadiness = Readiness['services']['embedding'];

/** The gateway is ready when every service that a search requires is ready. */
export async function checkReadiness(
  clients: Clients,
  call: CallContext,
  reader: 'caller' | 'operator',
): Promise<Readiness> {
  const facts: Pick<Readiness, 'model' | 'backend' | 'assets'> = { model: null, backend: null, assets: null };
  const models = { running: '', indexed: '' };
  const [embedding, index, reranker, rights] = await Promise.all([
    timed(async () => {
      const { profile, fingerprint, ready, detail } = await clients.embedding.describeModel({}, call);
      facts.model = profile;
      models.running = fingerprint;
      return { ready, detail };
    }),
    timed(async () => {
      const { backend, points, modelFingerprint } = await clients.retrieval.describeIndex({}, call);
      facts.backend = backendFromWire(backend);
      models.indexed = modelFingerprint;
      return { ready: true, detail: `${points} images indexed` };
    }),
    timed(() => clients.reranker.describeReranker({}, call)),
    timed(async () => {
      const { assets } = await clients.rights.countAssets({}, call);
      facts.assets = assets;
      return { ready: true, detail: `${assets} assets` };
    }),
  ]);
  const retrieval = hasModelMismatch(models)
    ? { ...index, ready: false, detail: mismatchDetail(models, reader) }
    : index;
  return {
    // Searches answer without the reranker, in retrieval order.
    ready: embedding.ready && retrieval.ready && rights.ready,
    checked_at: new Date().toISOString(),
    services: { embedding, retrieval, reranker, rights },
    ...facts,
  };
}

interface Models {
  /** Fingerprint of the embedding model; empty while it is unknown. */
  running: string;
  /** Fingerprint of the model that filled the index; empty for an empty index. */
  indexed: string;
}

function hasModelMismatch({ running, indexed }: Models): boolean {
  return running !== '' && indexed !== '' && running !== indexed;
}

function mismatchDetail({ running, indexed }: Models, reader: 'caller' | 'operator'): string {
  if (reader === 'caller') return 'filled by another model than the one that runs';
  return (
    `filled by model ${indexed}, and the embedding service runs ${running}: run the model that filled it, ` +
    'or embed every image again with npm run ingest -- reindex'
  );
}

/** Whether the gateway's own database answers in time. */
export async function checkDatabase(
  database: Pick<Database, 'query'>,
  timeoutMs: number,
): Promise<ServiceReadiness> {
  return timed(async () => {
    const timeout = new AppError('deadline_exceeded', `The database took more than ${timeoutMs} ms.`);
    await Promise.race([
      database.query('SELECT 1'),
      sleep(timeoutMs, undefined, { ref: false }).then(() => Promise.reject(timeout)),
    ]);
    return { ready: true, detail: 'answers' };
  });
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
