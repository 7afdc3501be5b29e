import { EMOJI_LANGUAGE, isForeignStopWord, type Language } from '@imagesearch/lexicon/languages';
import { lexiconOf, nameOfEmoji } from '@imagesearch/lexicon/lexicon';
import {
  chooseLanguage,
  isOutnumbered,
  partsOf,
  phraseAt,
  tokensOf,
  type KnownWords,
  type LanguageHints,
  type Phrase,
  type Token,
} from './language.js';
import { replaced, termsOf, type Edit } from './terms.js';

export interface Translation {
  /** As written. */
  from: string;
  to: string;
  /** A BCP 47 tag. */
  language: string;
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
  const language = hints.stated ?? chooseLanguage(tokens, hints, known);
  const isOpen = ({ text, quoted }: Token): boolean => {
    if (quoted) return false;
    return !known.held(text) || (hints.stated !== undefined && isEnglish(text, known));
  };
  const isBoth = ({ text }: Token, english: string): boolean =>
    hints.stated === undefined &&
    (language === hints.first || !isEnglish(text, known)) &&
    isOutnumbered(text, english, known);
  const edits: ForeignEdit[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.quoted) continue;
    const from = token.kind === 'emoji' ? EMOJI_LANGUAGE : language;
    if (from === undefined) continue;
    const found =
      from === EMOJI_LANGUAGE ? ofEmoji(token, known) : ofWords(tokens, at, from, { isOpen, isBoth, known });
    if (found === undefined) continue;
    at += found.tokens - 1;
    edits.push({ start: token.start, end: tokens[at]?.end ?? token.end, to: found.english, language: from });
  }
  return applied(query, edits);
}

const isEnglish = (text: string, { standingOf }: KnownWords): boolean => standingOf(text) !== 'unknown';

interface ForeignEdit extends Edit {
  language: string;
}

function ofEmoji({ text }: Token, { held }: KnownWords): Phrase | undefined {
  const name = nameOfEmoji(text);
  // Captions may hold the emoji itself.
  return name === undefined ? undefined : { english: held(text) ? `${text} ${name}` : name, tokens: 1 };
}

interface Meant {
  /** A word that images lack, or that is of the stated language. */
  isOpen: (token: Token) => boolean;
  /** A word that some images have, and more of them the English one: both are searched for. */
  isBoth: (token: Token, english: string) => boolean;
  known: KnownWords;
}

/** What begins with this token, in English; empty for a word without a meaning of its own. */
function ofWords(
  tokens: readonly Token[],
  at: number,
  language: Language,
  { isOpen, isBoth, known }: Meant,
): Phrase | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const one = (english: string | undefined) => (english === undefined ? undefined : { english, tokens: 1 });
  if (token.kind === 'run') return isOpen(token) ? one(partsOf(token.text, language).english) : undefined;
  const phrase = phraseAt(tokens, at, language);
  const isStopWord = isForeignStopWord(token.text, language);
  const isMeant = phrase !== undefined && !(isStopWord && phrase.tokens === 1);
  if (isMeant && tokens.slice(at, at + phrase.tokens).some(isOpen)) return phrase;
  if (isMeant && phrase.tokens === 1 && isBoth(token, phrase.english))
    return one(beside(token.text, phrase.english));
  if (isStopWord) return one('');
  // "ball" is no form of Italian "balla".
  const mayBeForm = isOpen(token) && !isEnglish(token.text, known);
  return mayBeForm ? one(lexiconOf(language).translateForm(token.text)) : undefined;
}

/** "Guitare" finds nothing that "guitar" does not. */
function beside(text: string, english: string): string {
  return termsOf(text).join() === termsOf(english).join() ? english : `${text} ${english}`;
}

/** Words that carry no meaning are left out, but only beside a translated word. */
function applied(query: string, edits: readonly ForeignEdit[]): Translated {
  const translations = edits
    .filter(({ to }) => to !== '')
    .map(({ start, end, to, language }) => ({ from: query.slice(start, end), to, language }));
  if (translations.length === 0) return { words: query, translations };
  const apart = edits.map((edit) => ({ ...edit, to: ` ${edit.to} ` }));
  const words = replaced(query, apart).replaceAll(/\s+/g, ' ').trim();
  const isTooLong = words.length > CHARS_MAX;
  return { words: isTooLong ? words.slice(0, words.lastIndexOf(' ', CHARS_MAX)) : words, translations };
}

/** The reranker takes 2,000, and corrections come after this; "有" has 34 characters in English. */
const CHARS_MAX = 1_500;
