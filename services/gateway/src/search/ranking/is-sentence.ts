import { STOP_WORDS } from '@imagesearch/text-analysis/words';

const CONTENT_WORDS_MIN = 3;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** Whether the words are so many that their meaning together counts more than each of them. */
export function isSentence(words: string): boolean {
  const written = words.toLowerCase().match(WORD) ?? [];
  return written.filter((word) => !STOP_WORDS.has(word)).length >= CONTENT_WORDS_MIN;
}
