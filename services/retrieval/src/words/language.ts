import { isForeignStopWord, type Language } from '@imagesearch/lexicon/languages';
import { lexiconOf, normalizeTerm } from '@imagesearch/lexicon/lexicon';
import { isDescribing, type EnglishStanding } from '@imagesearch/text-analysis/english-words';
import { namesKind } from '@imagesearch/text-analysis/wordnet/meanings';
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

/** What a search says about the language of its words. */
export interface LanguageHints {
  /** The language that they are in; undefined when the caller does not say. */
  stated: Language | undefined;
  /** Languages that the caller reads, the preferred one first. */
  read: readonly Language[];
  /** The one that the caller prefers to English. */
  first: Language | undefined;
}

/** The language that explains most of the words which images or English hardly have; undefined if none explains any. */
export function chooseLanguage(
  tokens: readonly Token[],
  { read, first }: LanguageHints,
  known: KnownWords,
): Language | undefined {
  const words = tokens.filter(({ kind, quoted }) => kind !== 'emoji' && !quoted);
  let best: { language: Language; score: number } | undefined;
  for (const language of languagesOf(words, read)) {
    const isFirst = language === first && isAllIn(language, words, known);
    const explained = explainedBy({ language, isRead: read.includes(language), isFirst }, words, known);
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

/** Whether the language has every word of a query that is English as well: "chat" may be French, "chat with friends" is not. */
function isAllIn(language: Language, words: readonly Token[], { standingOf }: KnownWords): boolean {
  const { translate, translateForm } = lexiconOf(language);
  return words.every(
    ({ text }) =>
      standingOf(text) === 'unknown' ||
      isForeignStopWord(text, language) ||
      (translate(text) ?? translateForm(text)) !== undefined,
  );
}

/** A language as it stands to the caller. */
interface Candidate {
  language: Language;
  isRead: boolean;
  /** The caller prefers it to English, and it may be that of the whole query. */
  isFirst: boolean;
}

function explainedBy(candidate: Candidate, words: readonly Token[], known: KnownWords): number {
  const { language } = candidate;
  let explained = 0;
  words.forEach((token, at) => {
    if (token.kind === 'run') {
      const isUnknown = !known.held(token.text) && known.standingOf(token.text) === 'unknown';
      if (isUnknown) explained += partsOf(token.text, language).covered / token.text.length;
      return;
    }
    const phrase = phraseAt(words, at, language);
    if (phrase !== undefined && isForeign(token, phrase, candidate, known)) explained += phrase.tokens;
  });
  return explained;
}

/** Whether a word, with which a phrase of the language begins, is rather that than a word of the images or an English one. */
function isForeign(token: Token, phrase: Phrase, { isRead, isFirst }: Candidate, known: KnownWords): boolean {
  const { text } = token;
  if (known.held(text) && !isOutnumbered(text, phrase.english, known)) return false;
  switch (known.standingOf(text)) {
    case 'common':
      return isFirst;
    case 'rare':
    case 'name':
      return isFirst || isSure(token, phrase, known);
    case 'unknown':
      return isRead || phrase.tokens > 1 || isLong(text) || isSure(token, phrase, known);
  }
}

const isLong = (text: string): boolean => text.length >= LETTERS_MIN || !/\p{sc=Latin}/u.test(text);

/** Whether more images have the English words than the foreign one, which some may have as well. */
export function isOutnumbered(text: string, english: string, { countOf }: KnownWords): boolean {
  return Math.min(...english.split(' ').map(countOf)) > countOf(text);
}

/**
 * Whether a word that English may have means a kind of things in one language alone, and images show these: "papillon", "baum",
 * "ojo". A name with a capital is a name, but in German every noun has one.
 */
function isSure(token: Token, { english, tokens }: Phrase, { held, standingOf }: KnownWords): boolean {
  const { text, isCapitalised } = token;
  if (tokens > 1 || english.includes(' ') || text.length < SURE_LETTERS_MIN) return false;
  const [language, ...others] = languagesIn(text).filter(
    (one) => lexiconOf(one).translate(text) !== undefined,
  );
  if (language === undefined || others.length > 0 || !lexiconOf(language).isSure(text)) return false;
  if (standingOf(text) === 'name' && isCapitalised && language !== 'de') return false;
  return held(english) && namesKind(english) && !isDescribing(english);
}

const SURE_LETTERS_MIN = 3;

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
  /** How many images have it in just this form. */
  countOf: (text: string) => number;
  /** How English has it; a word that is an English one with an error is `common`. */
  standingOf: (text: string) => EnglishStanding;
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
  isCapitalised: boolean;
  /** Only white space, a hyphen or an apostrophe stands between it and the token before. */
  follows: boolean;
}

export function tokensOf(query: string): Token[] {
  const runs = Array.from(query.matchAll(WORD), ({ 0: text, index: start }) => ({ text, start }));
  return Array.from(placed(query, runs.slice(0, TOKENS_MAX)), ({ written, between, ...place }) => {
    const kind = kindOf(written);
    const text = kind === 'emoji' ? plainEmoji(written) : normalizeTerm(written);
    return { kind, text, isCapitalised: CAPITAL.test(written), follows: BETWEEN.test(between), ...place };
  });
}

function kindOf(written: string): Token['kind'] {
  if (isEmoji(written)) return 'emoji';
  return isUnspaced(written) ? 'run' : 'word';
}

const CAPITAL = /^\p{Lu}/u;
/** Far more than a brief has; later words stay as they are. */
const TOKENS_MAX = 64;
const BETWEEN = /^(?:\s+|[-'’])$/;
