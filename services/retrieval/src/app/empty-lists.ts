import { WORDS_LIST, type RankedList } from '../domain/fusion.js';
import type { RecallQuery } from '../domain/vector-index.js';

/** What a query finds in an index that holds nothing. */
export function emptyLists({ terms, vectors }: RecallQuery): RankedList[] {
  const names = [...(terms.length > 0 ? [WORDS_LIST] : []), ...vectors.map(({ name }) => name)];
  return names.map((name) => ({ name, candidates: [] }));
}
