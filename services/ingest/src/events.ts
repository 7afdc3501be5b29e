import { createMetrics, Counter, Gauge, type Registry } from '@imagesearch/service-kit/metrics';
import { startMetricsServer } from '@imagesearch/service-kit/telemetry/metrics-server';
import { Queue } from 'bullmq';
import type { Outcome } from './pipeline/executor.js';
import { connect } from './queue/queue.js';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
/** A scrape waits this long for Redis. */
const COUNT_TIMEOUT_MS = 2_000;

interface WorkerMetrics {
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

/** Waiting, running, waiting for another attempt, and given up. */
type JobCounts = Readonly<Record<string, number>>;

/** The metrics of a worker, one method per event. docs/reference/metrics.md lists them. */
function createEvents(registry: Registry, countJobs: () => Promise<JobCounts>) {
  const registers = [registry];
  new Gauge({
    name: 'ingest_queue_jobs',
    help: 'Images in the queue of all workers, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      for (const [state, count] of Object.entries(await countJobs())) this.set({ state }, count);
    },
  });
  const settled = new Counter({
    name: 'ingest_assets_total',
    help: 'Images that this worker finished, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  return { assetSettled: ({ kind }: Outcome): void => settled.inc({ outcome: kind }) };
}
