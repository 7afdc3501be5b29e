import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Filter } from '../domain/filters.js';
import { termsOf } from '../domain/terms.js';
import type { VectorIndex } from '../domain/vector-index.js';

export interface CountedSets {
  filterSets: readonly (readonly Filter[])[];
  /** Where each count stops. */
  limit: number;
  /** Counts only points that match any of the words; empty counts all. */
  words: string;
  exceptAssetId: string | undefined;
}

export async function count(
  index: VectorIndex,
  { filterSets, limit, words, exceptAssetId }: CountedSets,
  call: CallContext,
): Promise<number[]> {
  const terms = [...new Set(termsOf(words))];
  // Words without a term, such as "the", match no point.
  if (terms.length === 0 && words.trim() !== '') return filterSets.map(() => 0);
  return index.count({ filterSets, limit, terms, exceptAssetId }, call);
}
