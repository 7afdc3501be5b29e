import { setTimeout as sleep } from 'node:timers/promises';
import type {
  EmbeddingClient,
  RerankerClient,
  RetrievalClient,
  RightsClient,
} from '@imagesearch/contracts/clients';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { AppError, toAppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { backendFromWire, hasLostIndex, type ServiceReadiness, type ServicesStatus } from './readiness.js';

/** Probes, callers and searches ask at any rate; the services are asked this often. */
const FRESH_MS = 1_000;
const ASK_TIMEOUT_MS = 2_000;

export interface StackEvents {
  stackDescribed(described: Pick<ServicesStatus, 'points' | 'assets'> & { isIndexLost: boolean }): void;
}

/** What the services behind this gateway last said of themselves. Everyone who asks at once shares one answer. */
export class StackStatus {
  readonly #clients: Clients;
  readonly #events: StackEvents;
  readonly #logger: Logger;
  #asking: Promise<ServicesStatus> | undefined;
  #askedAt = -Infinity;
  #wasLost = false;

  constructor(clients: Clients, events: StackEvents, logger: Logger) {
    this.#clients = clients;
    this.#events = events;
    this.#logger = logger;
  }

  /** At most a second old. */
  latest(): Promise<ServicesStatus> {
    if (this.#asking === undefined || performance.now() - this.#askedAt > FRESH_MS) {
      this.#askedAt = performance.now();
      this.#asking = this.#ask();
    }
    return this.#asking;
  }

  /** The log says once that the index is lost. */
  async #ask(): Promise<ServicesStatus> {
    const status = await askServices(this.#clients, detachedCall(ASK_TIMEOUT_MS));
    const isIndexLost = hasLostIndex(status);
    this.#events.stackDescribed({ ...status, isIndexLost });
    if (isIndexLost && !this.#wasLost)
      this.#logger.error({ assets: status.assets }, 'the index is empty beside a filled catalogue');
    this.#wasLost = isIndexLost;
    return status;
  }
}

export interface Clients {
  embedding: EmbeddingClient;
  retrieval: RetrievalClient;
  reranker: RerankerClient;
  rights: RightsClient;
}

/** Asks all services at once. */
async function askServices(clients: Clients, call: CallContext): Promise<ServicesStatus> {
  const unknown = { model: null, backend: null, assets: null, points: null };
  const facts: Omit<ServicesStatus, 'services' | 'checked_at'> = {
    ...unknown,
    models: { running: '', indexed: '' },
  };
  const [embedding, retrieval, reranker, rights] = await Promise.all([
    timed(async () => {
      const { profile, fingerprint, detail } = await clients.embedding.describeModel({}, call);
      facts.model = profile;
      facts.models.running = fingerprint;
      return { detail };
    }),
    timed(async () => {
      const { backend, points, modelFingerprint } = await clients.retrieval.describeIndex(
        { approximate: true },
        call,
      );
      facts.backend = backendFromWire(backend);
      facts.points = points;
      facts.models.indexed = modelFingerprint;
      return { detail: `${points} images indexed` };
    }),
    timed(async () => {
      await clients.reranker.describeReranker({}, call);
      return { detail: '' };
    }),
    timed(async () => {
      const { assets } = await clients.rights.countAssets({ approximate: true }, call);
      facts.assets = assets;
      return { detail: `${assets} assets` };
    }),
  ]);
  const services = { embedding, retrieval, reranker, rights };
  return { checked_at: new Date().toISOString(), services, ...facts };
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
    return { detail: 'answers' };
  });
}

async function timed(check: () => Promise<{ detail: string }>): Promise<ServiceReadiness> {
  const startedAt = performance.now();
  const latencyMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const { detail } = await check();
    return { ready: true, detail, latency_ms: latencyMs() };
  } catch (error) {
    return { ready: false, detail: toAppError(error).message, latency_ms: latencyMs() };
  }
}
