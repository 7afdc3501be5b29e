import { DURATION_BUCKETS_S, Gauge, Histogram, type Registry } from '@imagesearch/service-kit/metrics';
import type { SearchEvents } from './index/lancedb/engine-calls.js';

/** The metrics of the index, one method per event. docs/reference/metrics.md lists them. */
export function createEvents(registry: Registry): SearchEvents {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'retrieval_searches_waiting',
    help: 'Searches that wait for the embedded engine.',
    registers,
  });
  const waits = new Histogram({
    name: 'retrieval_search_wait_seconds',
    help: 'How long searches waited for the embedded engine.',
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  return {
    searchesWaiting: (count) => waiting.set(count),
    searchStarted: (waitedMs) => waits.observe(waitedMs / 1_000),
  };
}
