/** Languages with a lexicon: the first subtag of a BCP 47 tag. */
export const LANGUAGES = ['de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'uk', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How a translation of an emoji names its language (BCP 47: undetermined language, script of emoji). */
export const EMOJI_LANGUAGE = 'und-Zsye';

/** The language of a BCP 47 tag such as "de-AT"; undefined for one without a lexicon. */
export function languageOf(tag: string): Language | undefined {
  const primary = tag.split('-')[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary);
}
