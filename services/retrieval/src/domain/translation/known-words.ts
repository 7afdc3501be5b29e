/** What is known about a word besides the lexicon. */
export interface KnownWords {
  /** Whether images have it. */
  held: (text: string) => boolean;
  isEnglish: (text: string) => boolean;
}
