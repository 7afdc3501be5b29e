import type { RankedList } from '#src/index/candidate';
import { ResidentPoints } from '#src/index/memory/resident-points';
import type { RetrieveQuery } from '#src/index/vector-index';
import type { ServingIndex } from '#src/serving-index';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { quantile } from '@imagesearch/testkit/measure';
import type { Dataset, Query } from './dataset.js';
import { modelOf } from './engines.js';
import type { FilterCase } from './filters.js';

/** The exact answers of the queries that ask with one filter. */
export interface Truth {
  filter: FilterCase;
  /** With each query what is nearest to it, the nearest first. */
  asked: { vector: Float32Array; nearest: readonly string[] }[];
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

/** As the index in memory gives them, which compares all points. */
export function exactAnswers(
  dataset: Dataset,
  queries: readonly Query[],
  filters: readonly FilterCase[],
  listLimit: number,
): Truth[] {
  const points = new ResidentPoints(modelOf(dataset));
  for (let at = 0; at < dataset.size; at += 1) points.put(dataset.pointAt(at));
  return filters.map((filter) => {
    const asking = queries.filter(({ place }) => place <= (filter.askedBelow ?? Infinity));
    const asked = asking.map(({ vector }) => {
      const [list] = points.retrieve(queryOf(vector, filter, listLimit));
      return { vector, nearest: idsOf(list) };
    });
    return { filter, asked };
  });
}

/** Asks with every query of a filter, one after another. */
export async function measureFilter(
  index: ServingIndex,
  { filter, asked }: Truth,
  listLimit: number,
): Promise<RecallRow> {
  const ask = async (vector: Float32Array): Promise<string[]> => {
    const query = queryOf(vector, filter, listLimit);
    const [list] = await index.reading((points) => points.retrieve(query, detachedCall(CALL_TIMEOUT_MS)));
    return idsOf(list);
  };
  for (const { vector } of asked.slice(0, WARM_UP_QUERIES)) await ask(vector);

  const latencies: number[] = [];
  const recalls: number[] = [];
  for (const { vector, nearest: expected } of asked) {
    const sentAt = performance.now();
    const ids = await ask(vector);
    latencies.push(performance.now() - sentAt);
    const wanted = expected.slice(0, listLimit);
    recalls.push(wanted.length === 0 ? 1 : ids.filter((id) => wanted.includes(id)).length / wanted.length);
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

function queryOf(image: Float32Array, { filters }: FilterCase, listLimit: number): RetrieveQuery {
  const vectors = [{ name: 'image', target: 'image', values: image } as const];
  return { terms: [], vectors, filters, listLimit };
}

function idsOf(list: RankedList | undefined): string[] {
  return (list?.candidates ?? []).map(({ assetId }) => assetId);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
