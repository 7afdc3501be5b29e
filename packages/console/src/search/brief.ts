import type { Phrase } from '../api/types.js';

/** One stretch of a brief: words to search for, or a phrase that became filters. */
export interface Stretch {
  text: string;
  isPhrase: boolean;
}

/** A brief cut at its phrases, so that a page can mark them. */
export function stretchesOf(query: string, phrases: readonly Phrase[]): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  for (const { start, end } of phrases) {
    if (start < at || end > query.length) continue;
    stretches.push(
      { text: query.slice(at, start), isPhrase: false },
      { text: query.slice(start, end), isPhrase: true },
    );
    at = end;
  }
  stretches.push({ text: query.slice(at), isPhrase: false });
  return stretches.filter(({ text }) => text !== '');
}

/** The brief without a phrase, and without the commas and spaces that this leaves over. */
export function withoutPhrase(query: string, { start, end }: Pick<Phrase, 'start' | 'end'>): string {
  return (query.slice(0, start) + query.slice(end))
    .replace(/\s+/g, ' ')
    .replace(/ ?, ?(?:,\s?)+/g, ', ')
    .replace(/ ,/g, ',')
    .replace(/^[\s,;]+|[\s,;]+$/g, '');
}

/** What a phrase without filters says: "no cats" → `Without cats`; undefined where it only takes words out of the search. */
export function exclusionOf({ text }: Phrase, excluded: readonly string[]): string | undefined {
  const what = excluded.find((words) => text.toLowerCase().includes(words.toLowerCase()));
  return what === undefined ? undefined : `Without ${what}`;
}
