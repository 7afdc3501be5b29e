import { EMOJI_LANGUAGE, isForeignStopWord, type Language } from '@imagesearch/lexicon/languages';
import { lexiconOf, nameOfEmoji } from '@imagesearch/lexicon/lexicon';
import {
  chooseLanguage,
  partsOf,
  phraseAt,
  tokensOf,
  type KnownWords,
  type Phrase,
  type Token,
} from './language.js';

export interface Translation {
  /** As written. */
  from: string;
  to: string;
  /** A BCP 47 tag. */
  language: string;
}

/** What a search says about the language of its words. */
export interface LanguageHints {
  /** The language that they are in; undefined when the caller does not say. */
  stated: Language | undefined;
  /** Languages that the caller reads, the preferred one first. */
  read: readonly Language[];
}

/** A query in English, as far as the lexicon goes. */
interface Translated {
  words: string;
  translations: Translation[];
}

/**
 * Translates emoji, and words that neither the collection nor English has. A query is in one language: once a word shows which,
 * its other words are translated too, unless images have them. In a stated language English words are translated as well.
 */
export function translate(query: string, hints: LanguageHints, known: KnownWords): Translated {
  const tokens = tokensOf(query);
  const language = hints.stated ?? chooseLanguage(tokens, hints.read, known);
  const isOpen = ({ text, quoted }: Token): boolean => {
    if (quoted) return false;
    return hints.stated === undefined ? !known.held(text) : !known.held(text) || known.isEnglish(text);
  };
  const edits: Edit[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const found = editAt(tokens, at, { language, isOpen, known });
    if (found === undefined) continue;
    edits.push({ ...found, start: token.start });
    at += found.tokens - 1;
  }
  return applied(query, edits);
}

interface Edit {
  start: number;
  end: number;
  to: string;
  language: string;
  tokens: number;
}

interface Reading {
  language: Language | undefined;
  isOpen: (token: Token) => boolean;
  known: KnownWords;
}

function editAt(
  tokens: readonly Token[],
  at: number,
  { language, isOpen, known }: Reading,
): Omit<Edit, 'start'> | undefined {
  const token = tokens[at];
  if (token === undefined || token.quoted) return undefined;
  if (token.kind === 'emoji') {
    const name = nameOfEmoji(token.text);
    if (name === undefined) return undefined;
    // Captions may hold the emoji itself.
    const to = known.held(token.text) ? `${token.text} ${name}` : name;
    return { end: token.end, to, language: EMOJI_LANGUAGE, tokens: 1 };
  }
  if (language === undefined) return undefined;
  if (token.kind === 'run') {
    const to = isOpen(token) ? partsOf(token.text, language).english : undefined;
    return to === undefined ? undefined : { end: token.end, to, language, tokens: 1 };
  }
  return wordEdit(tokens, at, language, { isOpen, known });
}

function wordEdit(
  tokens: readonly Token[],
  at: number,
  language: Language,
  { isOpen, known }: Pick<Reading, 'isOpen' | 'known'>,
): Omit<Edit, 'start'> | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const phrase: Phrase | undefined = phraseAt(tokens, at, language);
  const isStopWord = isForeignStopWord(token.text, language);
  if (phrase?.tokens === 1 && isStopWord) return { end: token.end, to: '', language, tokens: 1 };
  if (phrase !== undefined && tokens.slice(at, at + phrase.tokens).some(isOpen)) {
    const end = tokens[at + phrase.tokens - 1]?.end ?? token.end;
    return { end, to: phrase.english, language, tokens: phrase.tokens };
  }
  if (isStopWord) return { end: token.end, to: '', language, tokens: 1 };
  // "ball" is no form of Italian "balla".
  const mayBeForm = isOpen(token) && !known.isEnglish(token.text);
  const form = mayBeForm ? lexiconOf(language).translateForm(token.text) : undefined;
  return form === undefined ? undefined : { end: token.end, to: form, language, tokens: 1 };
}

/** Words that carry no meaning are left out, but only beside a translated word. */
function applied(query: string, edits: readonly Edit[]): Translated {
  const translations = edits
    .filter(({ to }) => to !== '')
    .map(({ start, end, to, language }) => ({ from: query.slice(start, end), to, language }));
  if (translations.length === 0) return { words: query, translations };
  let words = '';
  let from = 0;
  for (const { start, end, to } of edits) {
    words += `${query.slice(from, start)} ${to} `;
    from = end;
  }
  words = (words + query.slice(from)).replaceAll(/\s+/g, ' ').trim();
  const isTooLong = words.length > CHARS_MAX;
  return { words: isTooLong ? words.slice(0, words.lastIndexOf(' ', CHARS_MAX)) : words, translations };
}

/** The reranker takes 2,000, and corrections come after this; "有" has 34 characters in English. */
const CHARS_MAX = 1_500;
