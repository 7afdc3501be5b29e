import { DURATION_BUCKETS_S, Gauge, Histogram, type Registry } from '@imagesearch/service-kit/metrics';
import type { QueueEvents } from './app/batch-queue.js';

/**
 * `texts`, `captions`, `sight_texts`, `images` and `cut_outs` hold what callers wait for; `tower` holds decoded images before the
 * image model.
 */
type QueueName = 'texts' | 'captions' | 'sight_texts' | 'images' | 'cut_outs' | 'tower';

const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The metrics of the queues, one set per queue. docs/reference/metrics.md lists them. */
export function createEvents(registry: Registry): (queue: QueueName) => QueueEvents {
  const registers = [registry];
  const labelNames = ['queue'] as const;
  const depths = new Gauge({
    name: 'embedding_queue_depth',
    help: 'Texts or images that wait for the model.',
    labelNames,
    registers,
  });
  const waits = new Histogram({
    name: 'embedding_queue_wait_seconds',
    help: 'How long texts or images waited for their batch to begin.',
    labelNames,
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  const batches = new Histogram({
    name: 'embedding_batch_size',
    help: 'Texts or images in one run.',
    labelNames,
    buckets: BATCH_BUCKETS,
    registers,
  });
  const runs = new Histogram({
    name: 'embedding_run_duration_seconds',
    help: 'Duration of one run of a batch.',
    labelNames,
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  return (queue) => ({
    waiting: (count) => depths.set({ queue }, count),
    began: (waitedMs) => waits.observe({ queue }, waitedMs / 1_000),
    ran: (size, tookMs) => {
      batches.observe({ queue }, size);
      runs.observe({ queue }, tookMs / 1_000);
    },
  });
}
