import type { Schemas } from '@qdrant/js-client-rest';
import { WORDS_LIST } from '../../domain/fusion.js';
import type { RecallQuery } from '../../domain/vector-index.js';
import { queryWords } from './sparse-words.js';

interface List {
  name: string;
  search: { using: string; query: Schemas['QueryInterface'] };
}

/** One list for the words, and one for each vector. */
export function listsOf({ terms, vectors }: RecallQuery): List[] {
  const words = { using: WORDS_LIST, query: { nearest: queryWords(terms) } };
  return [
    ...(terms.length > 0 ? [{ name: WORDS_LIST, search: words }] : []),
    ...vectors.map(({ name, target, values }) => ({
      name,
      search: { using: target, query: { nearest: [...values] } },
    })),
  ];
}
