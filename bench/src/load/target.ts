import { Caller } from '@imagesearch/testkit/stack/caller';
import { startBenchStack } from '@imagesearch/testkit/bench/bench-stack';

export interface Target {
  name: string;
  caller: Caller;
  /** Pages of metrics to read; of one process or of several. */
  metricsUrls: readonly string[];
  close(): Promise<void>;
}

/**
 * The installation at LOAD_URL with the key LOAD_KEY, whose plan must have no limits; its pages of metrics are LOAD_METRICS,
 * with commas between them. Without LOAD_URL, all services in this process over a copy of the data in DATA_DIR.
 */
export async function openTarget(): Promise<Target> {
  const { LOAD_URL: url, LOAD_KEY: key, LOAD_METRICS: metrics = '' } = process.env;
  if (url !== undefined && url !== '') {
    if (key === undefined || key === '') throw new Error('Set LOAD_KEY to an API key of LOAD_URL.');
    const metricsUrls = metrics.split(',').filter(Boolean);
    return { name: url, caller: new Caller(url, key), metricsUrls, close: () => Promise.resolve() };
  }
  const bench = await startBenchStack();
  const { gateway } = bench.stack;
  return {
    name: 'embedded stores, one process',
    caller: new Caller(gateway.baseUrl(), bench.key),
    metricsUrls: [`${gateway.opsUrl()}/metrics`],
    close: () => bench.close(),
  };
}
