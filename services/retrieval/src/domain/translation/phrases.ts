import type { Language } from '@imagesearch/lexicon/languages';
import { lexiconOf } from '@imagesearch/lexicon/lexicon';
import type { Token } from './tokens.js';

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
