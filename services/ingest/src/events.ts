import { setTimeout as sleep } from 'node:timers/promises';
import { createMetrics, Counter, Gauge } from '@imagesearch/service-kit/metrics';
import { startMetricsServer } from '@imagesearch/service-kit/telemetry/metrics-server';
import { Queue } from 'bullmq';
import type { Outcome } from './pipeline/executor.js';
import { connect } from './queue/queue.js';

/** Waiting, running, waiting for another attempt, and given up. */
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
/** A scrape waits this long for Redis. */
const COUNT_TIMEOUT_MS = 2_000;

interface WorkerMetrics {
  assetSettled: (outcome: Outcome) => void;
  close: () => Promise<void>;
}

/**
 * The page of metrics of a worker, one method per event. docs/reference/metrics.md lists them. Without an address nothing is
 * counted.
 */
export async function openWorkerMetrics(
  listen: string | undefined,
  { redisUrl, queueName }: { redisUrl: string; queueName: string },
): Promise<WorkerMetrics> {
  if (listen === undefined) return { assetSettled: () => undefined, close: () => Promise.resolve() };
  const registry = createMetrics('ingest');
  const registers = [registry];
  const connection = connect(redisUrl);
  const queue = new Queue(queueName, { connection });
  queue.on('error', () => undefined);
  new Gauge({
    name: 'ingest_queue_jobs',
    help: 'Images in the queue of all workers, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const late = sleep(COUNT_TIMEOUT_MS, {}, { ref: false });
      const counts = await Promise.race([queue.getJobCounts(...STATES), late]).catch(() => ({}));
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
  const settled = new Counter({
    name: 'ingest_assets_total',
    help: 'Images that this worker finished, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const closePage = await startMetricsServer(listen, registry, () => true);
  return {
    assetSettled: ({ kind }) => settled.inc({ outcome: kind }),
    close: async () => {
      await closePage();
      await queue.close();
      connection.disconnect();
    },
  };
}
