import { createCaptionMap } from '@imagesearch/models/caption-map';
import type { CaptionMapTable } from '@imagesearch/models/caption-map-file';
import type { WordVectors } from '@imagesearch/models/word-vectors';
import { CUTOFF, mean } from '../metrics.js';

/** An image that is looked for: what would find it, and what its pixels say. */
export interface Sought {
  name: string;
  vector: Float32Array;
}

export interface GuessQuality {
  images: number;
  /** Share of the images that are among the first ten for their own name. */
  found: number;
  meanReciprocalRank: number;
  /** `found` of an order at random. */
  chance: number;
}

/** Each image is asked for by its own name, among all of them, by nothing but their guessed captions. */
export function findByName(
  sought: readonly Sought[],
  table: CaptionMapTable,
  words: Pick<WordVectors, 'embedText'>,
): GuessQuality {
  const guesses = guessesOf(sought, table);
  const ranks = sought.flatMap(({ name }, at) => {
    const query = words.embedText(name);
    if (query === undefined) return [];
    const own = dot(guesses[at], query);
    return [1 + guesses.filter((guess) => dot(guess, query) > own).length];
  });
  return {
    images: ranks.length,
    found: mean(ranks.map((rank) => Number(rank <= CUTOFF))),
    meanReciprocalRank: mean(ranks.map((rank) => 1 / rank)),
    chance: CUTOFF / sought.length,
  };
}

/** Names that share a word before it is asked for. */
const SHARED_BY_MIN = 3;

export interface SharedWordQuality {
  words: number;
  /** Of the images whose name has the word that was asked for, the share among the first ten, of those that ten places hold. */
  recall: number;
  /** `recall` of an order at random. */
  chance: number;
}

/** Asks for every word that some names have in common: "cat" is to find the tabby cats and the Persian cats. */
export function findBySharedWords(
  sought: readonly Sought[],
  table: CaptionMapTable,
  words: Pick<WordVectors, 'embedText'>,
): SharedWordQuality {
  const guesses = guessesOf(sought, table);
  const having = new Map<string, number[]>();
  sought.forEach(({ name }, at) => {
    for (const word of new Set(name.toLowerCase().split(' ')))
      having.set(word, [...(having.get(word) ?? []), at]);
  });
  const asked = [...having].flatMap(([word, places]) => {
    const query = words.embedText(word);
    if (query === undefined || places.length < SHARED_BY_MIN) return [];
    const best = guesses
      .map((guess, at) => ({ at, score: dot(guess, query) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, CUTOFF);
    const right = best.filter(({ at }) => places.includes(at)).length;
    const most = Math.min(CUTOFF, places.length);
    const byChance = (CUTOFF * places.length) / sought.length;
    return [{ recall: right / most, chance: byChance / most }];
  });
  return {
    words: asked.length,
    recall: mean(asked.map(({ recall }) => recall)),
    chance: mean(asked.map(({ chance }) => chance)),
  };
}

function guessesOf(sought: readonly Sought[], table: CaptionMapTable): (Float32Array | undefined)[] {
  const map = createCaptionMap(table);
  return sought.map(({ vector }) => map.guess(vector));
}

function dot(a: Float32Array | undefined, b: Float32Array): number {
  return a?.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) ?? 0;
}
