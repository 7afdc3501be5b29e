import type { ServingIndex } from '#src/serving-index';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { quantile } from '@imagesearch/testkit/measure';
import type { Dataset, Query } from './dataset.js';
import { nearest, similarities } from './exact.js';
import type { FilterCase } from './filters.js';

/** The exact answers of the queries that ask with one filter. */
export interface Truth {
  filter: FilterCase;
  /** With each query what is nearest to it, by position in `listLimits`. */
  asked: { vector: Float32Array; nearest: Set<string>[] }[];
}

export interface RecallRow {
  filter: string;
  k: number;
  recall: number;
  /** Of the query that was answered worst. */
  worst: number;
  p50Ms: number;
  p99Ms: number;
}

export function exactAnswers(
  dataset: Dataset,
  queries: readonly Query[],
  filters: readonly FilterCase[],
  listLimits: readonly number[],
): Truth[] {
  const truths = filters.map((filter): Truth => ({ filter, asked: [] }));
  for (const { vector, place } of queries) {
    const scores = similarities(dataset, vector);
    for (const { filter, asked } of truths) {
      if (filter.askedBelow !== undefined && place > filter.askedBelow) continue;
      asked.push({ vector, nearest: listLimits.map((limit) => nearest(dataset, scores, filter, limit)) });
    }
  }
  return truths;
}

/** Asks with every query of a filter, one after another. */
export async function measureFilter(
  index: ServingIndex,
  { filter, asked }: Truth,
  limitAt: number,
  listLimit: number,
): Promise<RecallRow> {
  const ask = (vector: Float32Array): Promise<string[]> => askFor(index, vector, filter, listLimit);
  for (const { vector } of asked.slice(0, WARM_UP_QUERIES)) await ask(vector);

  const latencies: number[] = [];
  const recalls: number[] = [];
  for (const { vector, nearest: expected } of asked) {
    const sentAt = performance.now();
    const ids = await ask(vector);
    latencies.push(performance.now() - sentAt);
    const wanted = expected[limitAt] ?? new Set();
    recalls.push(wanted.size === 0 ? 1 : ids.filter((id) => wanted.has(id)).length / wanted.size);
  }
  latencies.sort((a, b) => a - b);
  return {
    filter: filter.name,
    k: listLimit,
    recall: rounded(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length, 4),
    worst: rounded(Math.min(...recalls), 2),
    p50Ms: rounded(quantile(latencies, 0.5), 1),
    p99Ms: rounded(quantile(latencies, 0.99), 1),
  };
}

const WARM_UP_QUERIES = 5;
const CALL_TIMEOUT_MS = 60_000;

async function askFor(
  index: ServingIndex,
  image: Float32Array,
  { filters }: FilterCase,
  listLimit: number,
): Promise<string[]> {
  const vectors = [{ name: 'image', target: 'image' as const, values: image }];
  const query = { terms: [], vectors, filters, listLimit };
  const [list] = await index.reading((points) => points.retrieve(query, detachedCall(CALL_TIMEOUT_MS)));
  return (list?.candidates ?? []).map(({ assetId }) => assetId);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
