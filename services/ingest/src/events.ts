import { Counter, Gauge, type Registry } from '@imagesearch/service-kit/metrics';
import type { Outcome } from './executors/executor.js';

/** Waiting, running, waiting for another attempt, and given up. */
type JobCounts = Readonly<Record<string, number>>;

/** The metrics of a worker, one method per event. docs/telemetry.md lists them. */
export function createEvents(registry: Registry, countJobs: () => Promise<JobCounts>) {
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
