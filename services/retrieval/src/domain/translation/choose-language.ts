import { isForeignStopWord, type Language } from '@imagesearch/lexicon/languages';
import { lexiconOf } from '@imagesearch/lexicon/lexicon';
import type { KnownWords } from './known-words.js';
import { phraseAt } from './phrases.js';
import { partsOf } from './runs.js';
import type { Token } from './tokens.js';

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
