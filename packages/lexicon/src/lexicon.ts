import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLOR_NAMES, COLORS, LANGUAGES, stemOf, type Language } from './languages.js';

/** The words of one language in English, as the annotations of emoji have them. */
export interface Lexicon {
  /** English for a normalised word, or for a phrase with one space between its words. */
  translate: (phrase: string) => string | undefined;
  /** Whether no other word of the language means that so well, and it names what emoji show: "papillon", but not "carrefour". */
  isSure: (word: string) => boolean;
  /** English for other forms of the word: "rotes", "perros". */
  translateForm: (word: string) => string | undefined;
  /** Characters of the longest entry. */
  lengthMax: number;
}

const DATA = join(import.meta.dirname, '../data');
const JOINER = '\u200D';
const opened = new Map<Language, Lexicon>();
let emojiNames: ReadonlyMap<string, string> | undefined;

/** Reads the file of a language on the first call, which takes some milliseconds. */
export function lexiconOf(language: Language): Lexicon {
  let lexicon = opened.get(language);
  if (lexicon === undefined) {
    lexicon = lexiconFrom(readLines(language), language);
    opened.set(language, lexicon);
  }
  return lexicon;
}

/** The English name of an emoji, or the names of a sequence's parts; skin tones are to be left out. */
export function nameOfEmoji(emoji: string): string | undefined {
  const names = (emojiNames ??= entriesOf(readLines('emoji')));
  const whole = names.get(emoji);
  if (whole !== undefined) return whole;
  const parts = emoji.split(JOINER).flatMap((part) => names.get(part) ?? []);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** English words for what can be seen: those of all entries, each once. The first call reads every file. */
export function wordsForThings(): ReadonlySet<string> {
  // Each stands in the files of many languages.
  const english = new Set(
    [...LANGUAGES, 'emoji'].flatMap((name) => readLines(name).map(([term = '']) => term)),
  );
  return new Set([...english].flatMap((term) => normalizeTerm(term).split(' ')));
}

function lexiconFrom(lines: readonly string[][], language: Language): Lexicon {
  const entries = entriesOf(lines);
  const best = new Map(lines.map(([english = '', term = '']) => [english, term]));
  const colors = colorsIn(language);
  // Emoji annotate a form of a colour beside a thing that has it: "rote" stands with the red paper lantern.
  const colorOfStem = new Map([...colors].map(([color, english]) => [stemOf(color, language), english]));
  const stems = new Map<string, string>();
  let lengthMax = 0;
  for (const [term, english] of [...colors, ...entries]) {
    lengthMax = Math.max(lengthMax, term.length);
    const stem = stemOf(term, language);
    if (!term.includes(' ') && !stems.has(stem)) stems.set(stem, english);
  }
  return {
    translate: (phrase) => colorOfStem.get(stemOf(phrase, language)) ?? entries.get(phrase),
    isSure: (word) => {
      const english = entries.get(word);
      return english !== undefined && best.get(english) === word && namesOfThings().has(english);
    },
    translateForm: (word) => stems.get(word) ?? stems.get(stemOf(word, language)),
    lengthMax,
  };
}

/** The annotations of emoji hold colours only beside other words, and not all of them. */
function colorsIn(language: Language): Map<string, string> {
  return new Map(
    COLORS[language].split(' ').map((color, at) => [normalizeTerm(color), COLOR_NAMES[at] ?? ''] as const),
  );
}

/** The last words of the names of emoji: what each is. */
function namesOfThings(): ReadonlySet<string> {
  return (thingNames ??= new Set(readLines('emoji').map(([name = '']) => name.split(' ').at(-1) ?? '')));
}

let thingNames: ReadonlySet<string> | undefined;

function entriesOf(lines: readonly string[][]): Map<string, string> {
  return new Map(lines.flatMap(([english = '', ...terms]) => terms.map((term) => [term, english])));
}

/** Each line: English, then the terms that mean it; the surest entries come first. */
function readLines(name: string): string[][] {
  const text = readFileSync(join(DATA, `${name}.tsv`), 'utf8');
  return text.split('\n').map((line) => line.split('\t'));
}

const ACCENTS = /[\u0300-\u036f]+/g;
const NO_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;

/** Lower case, without accents of Latin, Greek and Cyrillic, words parted by one space. */
export function normalizeTerm(text: string): string {
  const plain = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  return plain.replace(NO_LETTERS, ' ').trim();
}
