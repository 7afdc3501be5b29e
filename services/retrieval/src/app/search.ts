import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from '../domain/candidate.js';
import { fuse, LIST_WEIGHT, WORDS_LIST } from '../domain/fusion.js';
import { termsOf } from '../domain/terms.js';
import type { QueryVector, VectorIndex } from '../domain/vector-index.js';
import { finish, type Wanted } from './finish.js';
import { defaultListLimit } from './list-limits.js';

export interface SearchQuery extends Wanted {
  words: string;
  vectors: readonly WeightedVector[];
  modelFingerprint: string | undefined;
  listLimit: number | undefined;
  wordsWeight: number | undefined;
}

export interface WeightedVector extends QueryVector {
  weight: number | undefined;
}

/** Recalls each list under the same filters, fuses them by rank, prefers the wanted colour, collapses near-duplicates. */
export async function search(
  index: VectorIndex,
  query: SearchQuery,
  call: CallContext,
): Promise<Candidate[]> {
  const lists = await index.recall(
    {
      terms: [...new Set(termsOf(query.words))],
      vectors: query.vectors,
      modelFingerprint: query.modelFingerprint,
      filters: query.filters,
      listLimit: query.listLimit ?? defaultListLimit(query.limit),
      withPalette: query.paletteNear !== undefined,
    },
    call,
  );
  const weights = new Map([
    [WORDS_LIST, query.wordsWeight],
    ...query.vectors.map(({ name, weight }) => [name, weight] as const),
  ]);
  const weighted = lists.map((list) => ({ ...list, weight: weights.get(list.name) ?? LIST_WEIGHT }));
  return finish(index, fuse(weighted), query, call);
}
