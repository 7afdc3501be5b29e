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

export type ServiceReadiness = Readiness['services']['embedding'];

export interface ServicesStatus {
  checkedAt: Date;
  services: Readiness['services'];
  /** Profile of the running model; null while it is unknown, like everything below. */
  model: string | null;
  backend: Readiness['backend'];
  /** Images that can be looked up, approximately. */
  assets: number | null;
  /** Images in the index, approximately. */
  points: number | null;
  models: Models;
}

export interface Models {
  /** Fingerprint of the embedding model; empty while it is unknown. */
  running: string;
  /** Fingerprint of the model that filled the index; empty for an empty index. */
  indexed: string;
}

type Facts = Pick<ServicesStatus, 'model' | 'backend' | 'assets' | 'points' | 'models'>;

/** Asks all services at once. */
export async function askServices(clients: Clients, call: CallContext): Promise<ServicesStatus> {
  const facts: Facts = {
    model: null,
    backend: null,
    assets: null,
    points: null,
    models: { running: '', indexed: '' },
  };
  const [embedding, retrieval, reranker, rights] = await Promise.all([
    timed(async () => {
      const { profile, fingerprint, ready, detail } = await clients.embedding.describeModel({}, call);
      facts.model = profile;
      facts.models.running = fingerprint;
      return { ready, detail };
    }),
    timed(async () => {
      const { backend, points, modelFingerprint } = await clients.retrieval.describeIndex(
        { approximate: true },
        call,
      );
      facts.backend = backendFromWire(backend);
      facts.points = points;
      facts.models.indexed = modelFingerprint;
      return { ready: true, detail: `${points} images indexed` };
    }),
    timed(() => clients.reranker.describeReranker({}, call)),
    timed(async () => {
      const { assets } = await clients.rights.countAssets({ approximate: true }, call);
      facts.assets = assets;
      return { ready: true, detail: `${assets} assets` };
    }),
  ]);
  return { checkedAt: new Date(), services: { embedding, retrieval, reranker, rights }, ...facts };
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
