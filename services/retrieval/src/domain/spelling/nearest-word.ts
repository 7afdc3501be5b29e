import { editCost } from './edit-cost.js';
import type { Vocabulary } from './vocabulary.js';

/** How sure a correction is: `sure` replaces what was typed, `guess` is only proposed. */
export type Certainty = 'sure' | 'guess';

/** The word of the collection that was most likely meant; undefined when none is near enough. */
export function nearestWord(typed: string, vocabulary: Vocabulary, certainty: Certainty): string | undefined {
  const costMax = costMaxOf(typed, certainty);
  let best: { word: string; score: number } | undefined;
  for (const { form, plural } of formsOf(typed)) {
    for (const word of vocabulary.near(form)) {
      if (Math.abs(word.length - form.length) > LENGTH_DIFFERENCE_MAX) continue;
      const cost = costOf(form, word, costMax) + (plural ? PLURAL_COST : 0);
      if (cost > costMax) continue;
      const score = cost - FREQUENCY_GAIN * Math.log10(1 + vocabulary.countOf(word));
      if (best === undefined || score < best.score || (score === best.score && word < best.word)) {
        best = { word, score };
      }
    }
  }
  return best?.word;
}

/**
 * A short word has many neighbours, so few slips are believed of it. Names and invented words of these lengths are farther
 * from the words of a collection.
 */
function costMaxOf({ length }: string, certainty: Certainty): number {
  const [, costs] = COSTS.find(([lengthMax]) => length <= lengthMax) ?? [0, { sure: 0, guess: 0 }];
  return costs[certainty];
}

const COSTS: readonly (readonly [lengthMax: number, Readonly<Record<Certainty, number>>])[] = [
  [3, { sure: 0.6, guess: 0.6 }],
  [4, { sure: 0.8, guess: 1 }],
  [5, { sure: 0.95, guess: 1.2 }],
  [6, { sure: 1.2, guess: 1.6 }],
  [7, { sure: 1.3, guess: 1.8 }],
  [9, { sure: 1.7, guess: 2 }],
  [Infinity, { sure: 2, guess: 2 }],
];

/** As many letters as the index of deletions allows for. */
const LENGTH_DIFFERENCE_MAX = 2;
const PLURAL_COST = 0.1;
/** A word that ten times as many images have may be this much farther away. */
const FREQUENCY_GAIN = 0.08;

/** Letters that are written as one sound count once: "elefant". Above `costMax` it may be Infinity. */
function costOf(typed: string, word: string, costMax: number): number {
  const [heard, spoken] = [soundOf(typed), soundOf(word)];
  const asWritten = editCost(typed, word, costMax);
  return heard === typed && spoken === word
    ? asWritten
    : Math.min(asWritten, SOUND_COST + editCost(heard, spoken, costMax - SOUND_COST));
}

const SOUND_COST = 0.5;

function soundOf(word: string): string {
  return word.replaceAll('ph', 'f').replaceAll('ck', 'k');
}

/** The collection may have a typed plural in the singular only. */
function formsOf(typed: string): { form: string; plural: boolean }[] {
  const whole = { form: typed, plural: false };
  return typed.length > 4 && typed.endsWith('s')
    ? [whole, { form: typed.slice(0, -1), plural: true }]
    : [whole];
}
