import { UnrecoverableError, Worker } from 'bullmq';
import { staleAssets } from '../pipeline/compare.js';
import { type Outcome, ingestOrReport } from '../pipeline/executor.js';
import type { IngestDeps } from '../pipeline/ingest-asset.js';
import { writePoints } from '../pipeline/write-points.js';
import { connect, type IngestJob } from './queue.js';

/** An asset is given up after this many workers died on it: it may be the cause. */
const STALLED_MAX = 3;

interface IngestWorkerOptions extends IngestDeps {
  redisUrl: string;
  concurrency: number;
  /** A worker that has not renewed its lock for this long counts as dead; its job goes to another worker. */
  lockMs: number;
  queueName: string;
  onSettled: (assetId: string, outcome: Outcome) => void;
  /** Called for an attempt that failed and may be retried. */
  onError: (error: Error) => void;
}

interface IngestWorker {
  close(): Promise<void>;
}

export function startIngestWorker(options: IngestWorkerOptions): IngestWorker {
  const connection = connect(options.redisUrl);
  const worker = new Worker<IngestJob, Outcome>(
    options.queueName,
    async ({ data: job }) => {
      const outcome = await settle(job, options);
      options.onSettled(job.asset.assetId, outcome);
      return outcome;
    },
    {
      connection,
      concurrency: options.concurrency,
      lockDuration: options.lockMs,
      stalledInterval: options.lockMs,
      maxStalledCount: STALLED_MAX,
    },
  );
  worker.on('failed', (_job, error) => options.onError(error));
  worker.on('error', (error) => options.onError(error));
  return {
    close: async () => {
      await worker.close();
      connection.disconnect();
    },
  };
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
