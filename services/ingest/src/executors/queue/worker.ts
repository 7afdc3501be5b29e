import { UnrecoverableError, Worker } from 'bullmq';
import type { Outcome } from '../executor.js';
import { takeInOrReport } from '../local.js';
import { staleOnes } from '../../pipeline/stored-versions.js';
import type { IngestDeps } from '../../pipeline/ingest-asset.js';
import { connect } from './connection.js';
import { readJob } from './job.js';
import { createPointWriter, type WritePoint } from './point-writer.js';

/** An image on which this many workers died is given up: it may be what kills them. */
const STALLED_MAX = 3;

export interface IngestWorkerOptions extends IngestDeps {
  redisUrl: string;
  concurrency: number;
  /** A worker that has not renewed its claim for this long counts as dead, and its work goes to another. */
  lockMs: number;
  queueName: string;
  onSettled: (assetId: string, outcome: Outcome) => void;
  /** An attempt that failed and may be repeated. */
  onError: (error: Error) => void;
}

export interface IngestWorker {
  /** Finishes what is in hand and takes no more. */
  close(): Promise<void>;
}

/** Takes items of the queue in until it is closed. */
export function startIngestWorker(options: IngestWorkerOptions): IngestWorker {
  const connection = connect(options.redisUrl);
  const writePoint = createPointWriter(options.clients, options.signal);
  const worker = new Worker<unknown, Outcome>(
    options.queueName,
    async ({ data }) => {
      const job = readJob(data);
      const outcome = await settle(job, options, writePoint);
      options.onSettled(job.item.assetId, outcome);
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

/** An item counts as done when the index holds it, so that a worker killed before has left it in the queue. */
async function settle(
  { item, contentVersion, modelFingerprint }: ReturnType<typeof readJob>,
  deps: IngestDeps,
  writePoint: WritePoint,
): Promise<Outcome> {
  // Asked for again while it was being taken in, or by one who died between the index and the queue.
  const stale = await staleOnes([{ item, contentVersion }], deps.clients, deps.signal);
  if (stale.length === 0) return { kind: 'added' };
  const outcome = await takeInOrReport({ item, contentVersion }, deps);
  if (outcome.kind !== 'added') return outcome;
  if (outcome.entry.modelFingerprint !== modelFingerprint)
    throw new UnrecoverableError(
      'the embedding model changed since this was asked for; run the command again',
    );
  await writePoint(outcome.entry);
  return { kind: 'added' };
}
