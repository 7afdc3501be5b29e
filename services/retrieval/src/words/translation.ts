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
import { replaced, type Edit } from './terms.js';

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
  const edits: ForeignEdit[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.quoted) continue;
    const from = token.kind === 'emoji' ? EMOJI_LANGUAGE : language;
    if (from === undefined) continue;
    const found =
      from === EMOJI_LANGUAGE ? ofEmoji(token, known) : ofWords(tokens, at, from, { isOpen, known });
    if (found === undefined) continue;
    at += found.tokens - 1;
    edits.push({ start: token.start, end: tokens[at]?.end ?? token.end, to: found.english, language: from });
  }
  return applied(query, edits);
}

interface ForeignEdit extends Edit {
  language: string;
}

function ofEmoji({ text }: Token, { held }: KnownWords): Phrase | undefined {
  const name = nameOfEmoji(text);
  // Captions may hold the emoji itself.
  return name === undefined ? undefined : { english: held(text) ? `${text} ${name}` : name, tokens: 1 };
}

/** What begins with this token, in English; empty for a word without a meaning of its own. */
function ofWords(
  tokens: readonly Token[],
  at: number,
  language: Language,
  { isOpen, known }: { isOpen: (token: Token) => boolean; known: KnownWords },
): Phrase | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const one = (english: string | undefined) => (english === undefined ? undefined : { english, tokens: 1 });
  if (token.kind === 'run') return isOpen(token) ? one(partsOf(token.text, language).english) : undefined;
  const phrase = phraseAt(tokens, at, language);
  const isStopWord = isForeignStopWord(token.text, language);
  const isMeant = phrase !== undefined && !(isStopWord && phrase.tokens === 1);
  if (isMeant && tokens.slice(at, at + phrase.tokens).some(isOpen)) return phrase;
  if (isStopWord) return one('');
  // "ball" is no form of Italian "balla".
  const mayBeForm = isOpen(token) && !known.isEnglish(token.text);
  return mayBeForm ? one(lexiconOf(language).translateForm(token.text)) : undefined;
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
