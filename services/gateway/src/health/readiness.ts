import type { Models, ServicesStatus } from './services-status.js';
import type { Readiness } from './warm-schema.js';

/** Whether a search would be answered. Only the operator reads how to fix a service that is not ready. */
export function readinessOf(status: ServicesStatus, reader: 'caller' | 'operator'): Readiness {
  const { services, model, backend, assets, checkedAt } = status;
  const fault = indexFault(status, reader);
  const retrieval =
    fault === undefined ? services.retrieval : { ...services.retrieval, ready: false, detail: fault };
  return {
    // Searches answer without the reranker, in retrieval order.
    ready: services.embedding.ready && retrieval.ready && services.rights.ready,
    checked_at: checkedAt.toISOString(),
    services: { ...services, retrieval },
    model,
    backend,
    assets,
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
