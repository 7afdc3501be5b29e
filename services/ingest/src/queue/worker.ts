import { once } from 'node:events';
import { createLogger } from '@imagesearch/service-kit/logging';
import { UnrecoverableError, Worker } from 'bullmq';
import type { IngestConfig } from '../config.js';
import { openWorkerMetrics } from '../events.js';
import { staleAssets } from '../pipeline/compare.js';
import { type Outcome, ingestOrReport } from '../pipeline/executor.js';
import type { IngestDeps } from '../pipeline/ingest-asset.js';
import { createLoadImage } from '../pipeline/load-image.js';
import type { Services } from '../pipeline/service-calls.js';
import { writePoints } from '../pipeline/write-points.js';
import { userAgentOf } from '../sources/source.js';
import { connect, type IngestJob } from './queue.js';

/** An asset is given up after this many workers died on it: it may be the cause. */
const STALLED_MAX = 3;

interface WorkerSettings extends Pick<
  IngestConfig,
  'INGEST_QUEUE' | 'INGEST_LOCK_MS' | 'INGEST_CONTACT' | 'C2PA_TRUST_LIST' | 'METRICS_LISTEN'
> {
  redisUrl: string;
  /** Images at once. */
  concurrency: number;
}

/** Ingests what waits in the queue until the signal fires, and then finishes what it has begun. */
export async function serveQueue(
  settings: WorkerSettings,
  services: Services,
  signal: AbortSignal,
): Promise<void> {
  const { redisUrl, concurrency, INGEST_QUEUE: queueName, INGEST_LOCK_MS: lockMs } = settings;
  const logger = createLogger({ service: 'ingest', level: 'info' });
  const metrics = await openWorkerMetrics(settings.METRICS_LISTEN, { redisUrl, queueName });
  const loadImage = createLoadImage({ userAgent: userAgentOf(settings.INGEST_CONTACT) });
  const deps = { services, loadImage, trustList: settings.C2PA_TRUST_LIST };
  const connection = connect(redisUrl);
  const worker = new Worker<IngestJob, Outcome>(
    queueName,
    async ({ data: job }) => {
      const outcome = await settle(job, deps);
      metrics.assetSettled(outcome);
      if (outcome.kind === 'failed')
        logger.warn({ assetId: job.asset.assetId, reason: outcome.reason }, 'not ingested');
      return outcome;
    },
    // A worker that has not renewed its lock for this long counts as dead; its job goes to another worker.
    { connection, concurrency, lockDuration: lockMs, stalledInterval: lockMs, maxStalledCount: STALLED_MAX },
  );
  const onError = (error: Error): void => logger.warn({ err: error }, 'Will be retried');
  worker.on('failed', (_job, error) => onError(error));
  worker.on('error', onError);
  logger.info('Waiting for work');
  if (!signal.aborted) await once(signal, 'abort');
  await worker.close();
  connection.disconnect();
  await metrics.close();
}

/** A job is done when the index holds its asset, so the job of a worker that is killed earlier stays in the queue. */
async function settle(
  { asset, contentVersion, modelFingerprint }: IngestJob,
  deps: IngestDeps,
): Promise<Outcome> {
  // The job may be a repeat, or its last worker may have died after the index write.
  const [stale] = await staleAssets([{ asset, contentVersion }], deps.services);
  if (stale === undefined) return { kind: 'added' };
  const outcome = await ingestOrReport(stale, deps);
  if (outcome.kind !== 'added') return outcome;
  if (outcome.entry.modelFingerprint !== modelFingerprint)
    throw new UnrecoverableError(
      'the embedding model changed since this job was added; run the command again',
    );
  await writePoints([outcome.entry], deps.services);
  return { kind: 'added' };
}
