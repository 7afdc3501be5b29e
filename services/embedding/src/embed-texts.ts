import type { WordVectors } from '@imagesearch/models/word-vectors';
import { LRUCache } from 'lru-cache';

export type EmbedText = (text: string) => Float32Array | undefined;

/** Texts whose vectors are kept: at 160 numbers each, under 10 MB. */
const CACHED_TEXTS_MAX = 10_000;

/** Vectors of texts, those of earlier texts from memory: a query is asked again far more often than not. */
export function createEmbedText(words: () => WordVectors): EmbedText {
  const vectors = new LRUCache<string, { vector: Float32Array | undefined }>({ max: CACHED_TEXTS_MAX });
  return (text) => {
    const known = vectors.get(text) ?? { vector: words().embedText(text) };
    vectors.set(text, known);
    return known.vector;
  };
}
