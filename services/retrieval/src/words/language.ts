import { isForeignStopWord, type Language } from '@imagesearch/lexicon/languages';
import { lexiconOf, normalizeTerm } from '@imagesearch/lexicon/lexicon';
import { isEmoji, isUnspaced, plainEmoji } from '@imagesearch/text-analysis/words';
import { placed, WORD } from './terms.js';

/** Scripts, and the languages of the lexicon that are written in them. */
const SCRIPTS: readonly (readonly [RegExp, readonly Language[]])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, ['ja']],
  [/\p{sc=Han}/u, ['zh', 'ja']],
  [/\p{sc=Hangul}/u, ['ko']],
  [/\p{sc=Cyrillic}/u, ['ru', 'uk']],
  [/\p{sc=Latin}/u, ['es', 'fr', 'de', 'it', 'pt', 'nl', 'pl']],
];

/** A language that the caller reads wins over one that explains as many words. */
const READ_GAIN = 0.5;
const STOP_WORD_GAIN = 0.2;
/** Short words of other languages look like English ones with an error, and like abbreviations. */
const LETTERS_MIN = 4;

/** The language that explains most of the words which neither images nor English have; undefined if none explains any. */
export function chooseLanguage(
  tokens: readonly Token[],
  read: readonly Language[],
  known: KnownWords,
): Language | undefined {
  const words = tokens.filter(({ kind, quoted }) => kind !== 'emoji' && !quoted);
  let best: { language: Language; score: number } | undefined;
  for (const language of languagesOf(words, read)) {
    const explained = explainedBy(language, words, read.includes(language) ? 1 : LETTERS_MIN, known);
    if (explained === 0) continue;
    const stops = words.filter(({ text }) => isForeignStopWord(text, language)).length;
    const score = explained + STOP_WORD_GAIN * stops + (read.includes(language) ? READ_GAIN : 0);
    if (best === undefined || score > best.score) best = { language, score };
  }
  return best?.language;
}

/** What a word means in English, by each of the languages of its script. */
export function meaningsOf(word: string): string[] {
  return languagesIn(word).flatMap((language) => lexiconOf(language).translate(word) ?? []);
}

function languagesIn(text: string): readonly Language[] {
  return SCRIPTS.find(([script]) => script.test(text))?.[1] ?? [];
}

function languagesOf(words: readonly Token[], read: readonly Language[]): Language[] {
  const languages = words.flatMap(({ text }) => languagesIn(text));
  const preferred = read.filter((language) => languages.includes(language));
  return [...new Set([...preferred, ...languages])];
}

function explainedBy(
  language: Language,
  words: readonly Token[],
  lettersMin: number,
  { held, isEnglish }: KnownWords,
): number {
  const isUnknown = ({ text }: Token): boolean => !held(text) && !isEnglish(text);
  let explained = 0;
  words.forEach((token, at) => {
    if (!isUnknown(token)) return;
    if (token.kind === 'run') {
      explained += partsOf(token.text, language).covered / token.text.length;
      return;
    }
    const phrase = phraseAt(words, at, language);
    const isLong = token.text.length >= lettersMin || !/\p{sc=Latin}/u.test(token.text);
    if (phrase !== undefined && (isLong || phrase.tokens > 1)) explained += phrase.tokens;
  });
  return explained;
}

export interface Phrase {
  english: string;
  /** How many tokens it spans. */
  tokens: number;
}

const PHRASE_TOKENS_MAX = 6;

/** The longest phrase of the lexicon that begins with this token, in just this form. */
export function phraseAt(tokens: readonly Token[], at: number, language: Language): Phrase | undefined {
  const { translate } = lexiconOf(language);
  const texts: string[] = [];
  let found: Phrase | undefined;
  for (const token of tokens.slice(at, at + PHRASE_TOKENS_MAX)) {
    const joins = texts.length === 0 || token.follows;
    if (token.kind !== 'word' || token.quoted || !joins) break;
    texts.push(token.text);
    const english = translate(texts.join(' '));
    if (english !== undefined) found = { english, tokens: texts.length };
  }
  return found;
}

interface RunParts {
  /** The parts in English; those that the lexicon lacks stay. Undefined when it has none. */
  english: string | undefined;
  /** Characters of the parts that it has. */
  covered: number;
}

/** Endings of adjectives and verbs stay behind when a word is cut out of a run: "黒い". */
const ENDING = /^[\p{sc=Hiragana}]{1,2}$/u;

/** Parts a text without spaces by the longest entries of the lexicon, from its beginning to its end. */
export function partsOf(run: string, language: Language): RunParts {
  const { translate, lengthMax } = lexiconOf(language);
  const parts: string[] = [];
  let rest = '';
  let covered = 0;
  const close = (): void => {
    if (rest !== '' && !isForeignStopWord(rest, language) && !ENDING.test(rest)) parts.push(rest);
    rest = '';
  };
  for (let at = 0; at < run.length;) {
    let length = Math.min(lengthMax, run.length - at);
    while (length > 0 && translate(run.slice(at, at + length)) === undefined) length -= 1;
    if (length === 0) {
      rest += run[at] ?? '';
      at += 1;
      continue;
    }
    close();
    parts.push(translate(run.slice(at, at + length)) ?? '');
    covered += length;
    at += length;
  }
  close();
  return { english: covered === 0 ? undefined : parts.join(' '), covered };
}

/** What is known about a word besides the lexicon. */
export interface KnownWords {
  /** Whether images have it. */
  held: (text: string) => boolean;
  isEnglish: (text: string) => boolean;
}

/** A part of a query that may be translated. */
export interface Token {
  /** `run`: words of a script without spaces, not yet parted. */
  kind: 'word' | 'run' | 'emoji';
  /** Normalised as the lexicon has it. */
  text: string;
  /** In the query, in UTF-16 code units, `end` exclusive. */
  start: number;
  end: number;
  /** Within double quotes: meant as it is. */
  quoted: boolean;
  /** Only white space, a hyphen or an apostrophe stands between it and the token before. */
  follows: boolean;
}

export function tokensOf(query: string): Token[] {
  const runs = Array.from(query.matchAll(WORD), ({ 0: text, index: start }) => ({ text, start }));
  return Array.from(placed(query, runs.slice(0, TOKENS_MAX)), ({ written, between, ...place }) => {
    const kind = kindOf(written);
    const text = kind === 'emoji' ? plainEmoji(written) : normalizeTerm(written);
    return { kind, text, follows: BETWEEN.test(between), ...place };
  });
}

function kindOf(written: string): Token['kind'] {
  if (isEmoji(written)) return 'emoji';
  return isUnspaced(written) ? 'run' : 'word';
}

/** Far more than a brief has; later words stay as they are. */
const TOKENS_MAX = 64;
const BETWEEN = /^(?:\s+|[-'’])$/;
