import { Queue } from 'bullmq';
import { createMetrics } from '@imagesearch/service-kit/metrics';
import { startMetricsServer } from '@imagesearch/service-kit/telemetry/metrics-server';
import { createEvents } from '../events.js';
import { connect } from '../executors/queue/connection.js';
import type { Outcome } from '../executors/executor.js';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
/** A scrape waits this long for Redis. */
const COUNT_TIMEOUT_MS = 2_000;

export interface WorkerMetrics {
  assetSettled: (outcome: Outcome) => void;
  close: () => Promise<void>;
}

/** The page of metrics of a worker; without an address nothing is counted. */
export async function openWorkerMetrics(
  listen: string | undefined,
  { redisUrl, queueName }: { redisUrl: string; queueName: string },
): Promise<WorkerMetrics> {
  if (listen === undefined) return { assetSettled: () => undefined, close: () => Promise.resolve() };
  const metrics = createMetrics('ingest');
  const connection = connect(redisUrl);
  const queue = new Queue(queueName, { connection });
  queue.on('error', () => undefined);
  const count = async (): Promise<Record<string, number>> => {
    const late = new Promise<Record<string, number>>((resolve) => {
      setTimeout(() => resolve({}), COUNT_TIMEOUT_MS).unref();
    });
    return Promise.race([queue.getJobCounts(...STATES).catch(() => ({})), late]);
  };
  const events = createEvents(metrics, count);
  const server = await startMetricsServer(listen, metrics, () => true);
  return {
    ...events,
    close: async () => {
      await server.close();
      await queue.close();
      connection.disconnect();
    },
  };
}
