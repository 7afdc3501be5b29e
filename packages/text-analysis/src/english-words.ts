import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import dictionary from 'dictionary-en';
import { STOP_WORDS } from './words.js';
import { lemmaOf } from './wordnet/lemma.js';
import { ADJECTIVE, ADVERB, getLexicon, NOUN, VERB } from './wordnet/lexicon.js';
import { normalizeWord } from './text-analysis.js';

/** Reads WordNet and the English dictionary, which takes a fifth of a second. Otherwise the first word that needs one waits for it. */
export function readEnglishWords(): void {
  getLexicon();
  getHunspell();
}

/**
 * Whether a normalised word is spelled right as far as WordNet and the English dictionary know: names and brands that the
 * dictionary lists count too.
 */
export function isSpelledRight(word: string): boolean {
  return (
    isStopWord(word) ||
    MODERN_WORDS.has(word) ||
    getLexicon().knows(word) ||
    isInDictionary(word) ||
    isKnownPlural(word)
  );
}

/**
 * How English has a normalised word: `rare` if WordNet alone lists it and its texts never use it ("papillon", a dog), `name` if it is
 * but a name ("Baum"), `common` otherwise, and `unknown` if it is spelled wrong or of another language.
 */
export type EnglishStanding = 'common' | 'rare' | 'name' | 'unknown';

export function standingOf(word: string): EnglishStanding {
  if (!isSpelledRight(word)) return 'unknown';
  if (isStopWord(word) || MODERN_WORDS.has(word) || isUsed(word) || isUsed(lemmaOf(word))) return 'common';
  const { names } = getHunspell();
  if (names.has(word)) return 'name';
  return isInDictionary(word) || getHunspell().flags.has(lemmaOf(word)) ? 'common' : 'rare';
}

const PARTS_OF_SPEECH = [NOUN, VERB, ADJECTIVE, ADVERB] as const;

/** Whether WordNet's tagged texts have the word. */
function isUsed(word: string): boolean {
  const lexicon = getLexicon();
  return PARTS_OF_SPEECH.some((pos) => lexicon.count(word, pos) > 0);
}

/** Whether WordNet knows the word or its dictionary form, so that vectors made from WordNet know what it means. */
export function hasMeaning(word: string): boolean {
  const lexicon = getLexicon();
  return lexicon.knows(word) || lexicon.knows(lemmaOf(word));
}

/** Whether a word describes more often than it names: "green", "hot", but not "light" or "tooth". */
export function isDescribing(word: string): boolean {
  const lexicon = getLexicon();
  const describing = lexicon.count(word, ADJECTIVE);
  return lexicon.has(word, ADJECTIVE) && describing > lexicon.count(word, NOUN);
}

/** Nouns that WordNet's tagged texts have often. */
export function commonNouns(): string[] {
  const lexicon = getLexicon();
  return [...lexicon.words()].filter((word) => lexicon.count(word, NOUN) >= COMMON_COUNT_MIN);
}

/** Rarer ones lie near names: at 10, "postgres" is taken for "posture". */
const COMMON_COUNT_MIN = 20;

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The dictionary form of a plural in -s; other endings would take "runing" for a form of "run". */
function isKnownPlural(word: string): boolean {
  return word.endsWith('s') && lemmaOf(word) !== word && getLexicon().has(lemmaOf(word), NOUN);
}

/** Entries of the English Hunspell dictionary and how they are inflected. The format: hunspell(5). */
interface Hunspell {
  /** Flags of the entries that are this word, normalised. */
  flags: ReadonlyMap<string, string>;
  /** Those of them that are written with a capital only. */
  names: ReadonlySet<string>;
  prefixes: readonly Affix[];
  suffixes: readonly Affix[];
}

/** One way to make a form: what goes, what comes, and which words it suits. */
interface Affix {
  flag: string;
  strip: string;
  add: string;
  suits: RegExp;
}

let hunspell: Hunspell | undefined;

function getHunspell(): Hunspell {
  hunspell ??= readHunspell(textOf(dictionary.dic), textOf(dictionary.aff));
  return hunspell;
}

/** Compounds of digits ("21st") are left out. */
function readHunspell(dic: string, aff: string): Hunspell {
  const flags = new Map<string, string>();
  const names = new Set<string>();
  for (const line of dic.split('\n').slice(1)) {
    const [word = '', own = ''] = line.trim().split('/');
    const normal = normalizeWord(word);
    if (normal === '') continue;
    if (!CAPITAL.test(word)) names.delete(normal);
    else if (!flags.has(normal)) names.add(normal);
    flags.set(normal, (flags.get(normal) ?? '') + own);
  }
  return { flags, names, prefixes: affixesIn(aff, 'PFX'), suffixes: affixesIn(aff, 'SFX') };
}

const CAPITAL = /^\p{Lu}/u;

/** Lines such as `SFX D y ied [^aeiou]y`. */
function affixesIn(aff: string, wanted: 'PFX' | 'SFX'): Affix[] {
  return aff.split('\n').flatMap((line) => {
    const [kind, flag = '', strip = '', add = '', condition] = line.trim().split(/\s+/);
    if (kind !== wanted || condition === undefined) return [];
    return { flag, strip: strip === '0' ? '' : strip, add, suits: new RegExp(`${condition}$`) };
  });
}

/** Whether the dictionary has the normalised word, or an entry that affixes turn into it: "unlocking" from "lock". */
function isInDictionary(word: string): boolean {
  const { flags, prefixes } = getHunspell();
  if (flags.has(word) || isSuffixed(word)) return true;
  return prefixes.some(({ flag, add }) => {
    if (!word.startsWith(add)) return false;
    const rest = word.slice(add.length);
    return (flags.get(rest)?.includes(flag) ?? false) || isSuffixed(rest, flag);
  });
}

/** @param prefix The flag of a prefix that the entry takes as well. */
function isSuffixed(word: string, prefix = ''): boolean {
  const { flags, suffixes } = getHunspell();
  return suffixes.some(({ flag, strip, add, suits }) => {
    if (!word.endsWith(add)) return false;
    const entry = word.slice(0, word.length - add.length) + strip;
    const own = flags.get(entry) ?? '';
    return own.includes(flag) && own.includes(prefix) && suits.test(entry);
  });
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

/** Brands, names and young words that WordNet and the English dictionary lack, and that are no misspellings. */
const MODERN_WORDS: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, '../data/modern-words.txt'), 'utf8')
    .trim()
    .split(/\s+/),
);
