import type { Aliases, Collection } from '../domain/collection.js';
import type { IndexDescription } from '../domain/vector-index.js';

export async function describeIndex(
  { serving, rebuild }: Aliases,
  approximate: boolean,
): Promise<IndexDescription> {
  const countOf = (collection: Collection | undefined) =>
    approximate ? collection?.approximateCount() : collection?.count();
  const [points = 0, share = 1, rebuildPoints = 0] = await Promise.all([
    countOf(serving),
    serving?.indexedShare(),
    countOf(rebuild),
  ]);
  return {
    points,
    model: serving?.model,
    settled: share >= 1,
    rebuild: rebuild && { id: rebuild.name, model: rebuild.model, points: rebuildPoints },
  };
}
