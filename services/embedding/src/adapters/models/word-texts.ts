import { loadWordVectors } from '@imagesearch/models/word-vectors';
import type { TextEncoder } from '../../domain/encoders.js';

/** The text encoder of `lite`: a mean of word vectors, some microseconds per text. */
export async function openWordTexts(path: string): Promise<TextEncoder> {
  const words = await loadWordVectors(path);
  return {
    gainsByBatches: false,
    embed: (texts) => Promise.resolve(texts.map((text) => words.embedText(text))),
    close: () => Promise.resolve(),
  };
}
