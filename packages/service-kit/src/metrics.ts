import { collectDefaultMetrics, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Each service has its own, so that several services in one process do not mix. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  return registry;
}

/** With those of the process and of Node, which a page of metrics shows. */
export function createProcessMetrics(service: string): Registry {
  const registry = createMetrics(service);
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** From 1 ms to the longest deadline, seconds. */
export const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
