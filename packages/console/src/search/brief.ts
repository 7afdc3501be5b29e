import type { Phrase } from '../api/types.js';

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
  const named = excluded.filter((words) => text.toLowerCase().includes(words.toLowerCase()));
  return named.length === 0 ? undefined : `Without ${named.join(' or ')}`;
}
