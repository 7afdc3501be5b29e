import type { Language } from './languages.js';

/** Endings of number, gender and case, the longest first; what stays has three letters at least. */
const ENDINGS: Partial<Record<Language, RegExp>> = {
  de: /(?<=...)(?:es|er|en|em|e|n|s)$/,
  nl: /(?<=...)(?:en|es|e|s)$/,
  es: /(?<=...)(?:as|os|es|a|o|e|s)$/,
  pt: /(?<=...)(?:as|os|es|a|o|e|s)$/,
  it: /(?<=...)[aeio]$/,
  fr: /(?<=...)(?:es|aux|al|s|e|x)$/,
  pl: /(?<=...)(?:ego|ych|ami|ach|[aeiouy])$/,
  ru: /(?<=...)(?:ого|ый|ий|ая|ое|ые|ами|ах|[аеиоуыя])$/,
  uk: /(?<=...)(?:ого|ий|ами|ах|[аеиіоуюя])$/,
};

/** A word without its ending, to compare forms of one word. A rough cut: different words may share it. */
export function stemOf(word: string, language: Language): string {
  const ending = ENDINGS[language];
  return ending === undefined ? word : word.replace(ending, '');
}
