import type { Dataset } from './dataset.js';
import type { FilterCase } from './filters.js';

/** Cosine similarity of each point to a query; both are of unit length. */
export function similarities(dataset: Dataset, query: Float32Array): Float32Array {
  return Float32Array.from({ length: dataset.size }, (_, position) => dot(dataset.vectorAt(position), query));
}

/** Ids of the `count` nearest points that satisfy a filter, by comparing all of them. */
export function nearest(
  dataset: Dataset,
  scores: Float32Array,
  { matches }: FilterCase,
  count: number,
): Set<string> {
  const best: number[] = [];
  const scoreOf = (position: number): number => scores[position] ?? -Infinity;
  for (let position = 0; position < dataset.size; position += 1) {
    const last = best[count - 1];
    if (last !== undefined && scoreOf(position) <= scoreOf(last)) continue;
    if (!matches(dataset.facetsAt(position))) continue;
    let at = Math.min(best.length, count - 1);
    while (at > 0 && scoreOf(best[at - 1] ?? 0) < scoreOf(position)) {
      best[at] = best[at - 1] ?? 0;
      at -= 1;
    }
    best[at] = position;
  }
  return new Set(best.map((position) => `bench:${position}`));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
