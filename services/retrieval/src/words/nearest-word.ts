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

/**
 * How far a typed word is from an intended one: Damerau-Levenshtein distance (optimal string alignment) in which slips that
 * people make often cost less than 1, and a wrong first letter costs more.
 * @param costMax Farther words need no exact distance: theirs may be Infinity.
 */
export function editCost(typed: string, intended: string, costMax = Infinity): number {
  const rows = typed.length;
  const columns = intended.length;
  let beforePrevious: number[] = [];
  let previous = [0];
  let leastBefore = 0;
  for (let column = 1; column <= columns; column += 1) {
    previous.push((previous[column - 1] ?? 0) + missing(intended, column - 1));
  }
  for (let row = 1; row <= rows; row += 1) {
    const current = [(previous[0] ?? 0) + surplus(typed, row - 1)];
    let least = current[0] ?? Infinity;
    for (let column = 1; column <= columns; column += 1) {
      let cost = Math.min(
        (previous[column] ?? Infinity) + surplus(typed, row - 1),
        (current[column - 1] ?? Infinity) + missing(intended, column - 1),
        (previous[column - 1] ?? Infinity) + replaced(typed, row - 1, intended, column - 1),
      );
      if (isSwapped(typed, row, intended, column)) {
        cost = Math.min(cost, (beforePrevious[column - 2] ?? Infinity) + (row === 2 ? 1 : SWAPPED));
      }
      current.push(cost);
      least = Math.min(least, cost);
    }
    // A swap leads from the row before the last one; every other way on leads through the last.
    if (least > costMax && leastBefore > costMax) return Infinity;
    leastBefore = least;
    [beforePrevious, previous] = [previous, current];
  }
  return previous[columns] ?? Infinity;
}

const FIRST_LETTER = 1.6;
const SWAPPED = 0.6;
/** "aple", "hammmer". */
const DOUBLED = 0.4;
const VOWEL_MISSING = 0.8;
/** "gost", "wite". */
const SILENT_MISSING = 0.6;
/** "giraf". */
const LAST_E_MISSING = 0.5;
/** People leave out more letters than they add. */
const MISSING = 0.95;
const SURPLUS = 1.1;
const VOWEL_SURPLUS = 1;
const VOWEL_FOR_VOWEL = 0.65;
/** Letters that stand for one sound. */
const SAME_SOUND = 0.65;
const NEIGHBOURING_KEY = 0.8;
const VOWELS = new Set('aeiouy');
const SOUNDS = ['ck', 'cs', 'sz', 'gj', 'fv', 'kq', 'wv', 'dt', 'bp', 'mn'];
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const SOUND_PAIRS = new Set(SOUNDS.flatMap(([a = '', b = '']) => [a + b, b + a]));

const KEY_PAIRS = new Set(
  KEYS.flatMap((row) =>
    Array.from(row, (key, at) => [key + (row[at + 1] ?? ''), (row[at + 1] ?? '') + key]).flat(),
  ),
);

function surplus(typed: string, at: number): number {
  if (at === 0) return FIRST_LETTER;
  if (typed[at] === typed[at - 1]) return DOUBLED;
  return VOWELS.has(typed[at] ?? '') ? VOWEL_SURPLUS : SURPLUS;
}

function missing(intended: string, at: number): number {
  if (at === 0) return FIRST_LETTER;
  if (intended[at] === intended[at - 1]) return DOUBLED;
  if (intended[at] === 'h') return SILENT_MISSING;
  if (intended[at] === 'e' && at === intended.length - 1) return LAST_E_MISSING;
  return VOWELS.has(intended[at] ?? '') ? VOWEL_MISSING : MISSING;
}

function replaced(typed: string, at: number, intended: string, column: number): number {
  const [one = '', other = ''] = [typed[at], intended[column]];
  if (one === other) return 0;
  const isFirst = at === 0 && column === 0;
  if (SOUND_PAIRS.has(one + other)) return isFirst ? 1 : SAME_SOUND;
  if (isFirst) return FIRST_LETTER;
  if (VOWELS.has(one) && VOWELS.has(other)) return VOWEL_FOR_VOWEL;
  return KEY_PAIRS.has(one + other) ? NEIGHBOURING_KEY : 1;
}

function isSwapped(typed: string, row: number, intended: string, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    typed[row - 1] === intended[column - 2] &&
    typed[row - 2] === intended[column - 1] &&
    typed[row - 1] !== typed[row - 2]
  );
}
