import { AppError } from '@imagesearch/service-kit/errors';
import { z } from 'zod';

/** Whether a search would be answered. Only the operator reads how to fix a service that is not ready. */
export function readinessOf(status: ServicesStatus, reader: 'caller' | 'operator'): Readiness {
  const { checked_at, model, backend, assets } = status;
  const services = reader === 'caller' ? forCaller(status.services) : status.services;
  const fault = indexFault(status, reader);
  const retrieval =
    fault === undefined ? services.retrieval : { ...services.retrieval, ready: false, detail: fault };
  // Searches answer without the reranker, in retrieval order.
  const ready = services.embedding.ready && retrieval.ready && services.rights.ready;
  return { ready, checked_at, services: { ...services, retrieval }, model, backend, assets };
}

/** What a failing service says may name its paths and settings. */
function forCaller(services: Readiness['services']): Readiness['services'] {
  const silent = (service: ServiceReadiness): ServiceReadiness =>
    service.ready ? service : { ...service, detail: 'does not answer' };
  const { embedding, retrieval, reranker, rights } = services;
  return {
    embedding: silent(embedding),
    retrieval: silent(retrieval),
    reranker: silent(reranker),
    rights: silent(rights),
  };
}

function indexFault(status: ServicesStatus, reader: 'caller' | 'operator'): string | undefined {
  if (hasModelMismatch(status.models)) return mismatchDetail(status.models, reader);
  return hasLostIndex(status) ? emptyDetail(status, reader) : undefined;
}

/** The catalogue holds images and the index none: it was lost, or has never been filled. */
export function hasLostIndex({ points, assets }: Pick<ServicesStatus, 'points' | 'assets'>): boolean {
  return points === 0 && assets !== null && assets > 0;
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

function emptyDetail({ assets }: ServicesStatus, reader: 'caller' | 'operator'): string {
  if (reader === 'caller') return 'empty';
  return `empty, beside a catalogue of ${assets ?? 0} images: fill it with npm run ingest -- reindex, or restore it`;
}

/** Engines that the retrieval service may run on. */
const BACKENDS = ['lancedb', 'qdrant'] as const;
export type Backend = (typeof BACKENDS)[number];

/** @throws AppError `internal` for an engine that this gateway does not know. */
export function backendFromWire(wire: string): Backend {
  const backend = BACKENDS.find((known) => known === wire);
  if (!backend) throw new AppError('internal', `The retrieval service runs on an unknown engine, "${wire}".`);
  return backend;
}

const serviceSchema = z.strictObject({
  ready: z.boolean(),
  detail: z.string(),
  latency_ms: z.number().int().min(0),
});

/** Answer of `GET /v1/warm`, ready or not. */
export const readinessSchema = z
  .strictObject({
    ready: z.boolean().describe('Whether a search would be answered. The reranker is not needed for that.'),
    checked_at: z.iso.datetime(),
    services: z.strictObject({
      embedding: serviceSchema,
      retrieval: serviceSchema,
      reranker: serviceSchema,
      rights: serviceSchema,
    }),
    model: z.string().nullable().describe('Profile of the models; null if embedding does not answer.'),
    backend: z.enum(BACKENDS).nullable(),
    assets: z.number().int().min(0).nullable().describe('Images that can be looked up.'),
  })
  .describe('Readiness of each part. It does not guarantee that the next request succeeds.');

export type Readiness = z.output<typeof readinessSchema>;

export type ServiceReadiness = Readiness['services']['embedding'];

/** What the services last said of themselves; null is unknown. */
export interface ServicesStatus extends Omit<Readiness, 'ready'> {
  /** Images in the index, approximately, as those that can be looked up. */
  points: number | null;
  models: Models;
}

interface Models {
  /** Fingerprint of the embedding model; empty while it is unknown. */
  running: string;
  /** Fingerprint of the model that filled the index; empty for an empty index. */
  indexed: string;
}
