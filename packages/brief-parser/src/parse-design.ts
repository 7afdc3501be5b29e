import type { DesignFilters } from '@imagesearch/facets/filters';
import { findPhrases } from './find-phrases.js';
import { findExclusions } from './find-exclusions.js';
import { remainingQuery, withoutBlanks } from './remaining-query.js';
import { combineFilters } from './combine-filters.js';
import { tokensOf, type Token } from './tokens.js';

/** A part of the query that was read as a filter. */
export interface DesignPhrase {
  /** `query.slice(start, end)`. */
  text: string;
  /** Indices into the query in UTF-16 code units, `end` exclusive. */
  start: number;
  end: number;
  /** Empty for what has no filter of its own: "not dark", "but no cats", "royalty-free". */
  filters: DesignFilters;
}

interface ParsedDesign {
  /** Of all phrases together. */
  filters: DesignFilters;
  /** In the order of the query; none overlaps another. */
  phrases: DesignPhrase[];
  /** What the image must not show, each one or several words, in the order of the query: "but no cats". */
  excluded: string[];
  /** Wishes about rights or provenance that no filter can express, as written and in the order of the query: "royalty free". */
  unread: string[];
  /** The remaining words, to be searched for; empty when there are none. */
  rest: string;
}

/**
 * Reads the filters that a brief asks for in words. It never guesses: words that describe the subject and not the image
 * stay in the query, and so do phrases that contradict one another. The result is deterministic, in time proportional
 * to the query's length.
 *
 * The remaining words are read again until they hold no more phrases: in "in full colour free for commercial use" the
 * first phrase is complete only after the second is removed. So `rest`, sent as a query, stays unchanged.
 */
export function parseDesign(query: string, tokenise: (text: string) => Token[] = tokensOf): ParsedDesign {
  let spans: Span[] = [];
  let rest = query;
  for (let reading = 0; reading < READINGS_MAX; reading += 1) {
    const read = readOnce(rest, tokenise);
    if (!read) return parsed(query, spans, rest === query ? query.trim() : withoutBlanks(rest));
    spans = [...spans, ...consistent(spans, read.spans)];
    ({ rest } = read);
  }
  return parsed(query, [], query.trim());
}

/** Real briefs take two or three readings. A query that takes more is not read at all. */
const READINGS_MAX = 8;

interface Span extends Omit<DesignPhrase, 'text'> {
  excluded: readonly string[];
  isUnread: boolean;
}

/** What one reading finds in the remaining text; undefined when it finds nothing. */
function readOnce(
  text: string,
  tokenise: (text: string) => Token[],
): { spans: Span[]; rest: string } | undefined {
  const tokens = tokenise(text);
  // What is excluded is read last: "no people" is a phrase of the table.
  const phrases = combineFilters(findPhrases(tokens)).kept;
  const found = phrases.length > 0 ? phrases : findExclusions(tokens);
  if (found.length === 0) return undefined;
  return {
    spans: found.map(({ start, end, filters, excluded = [], isUnread = false }) => ({
      start: tokens[start]?.start ?? 0,
      end: tokens[end - 1]?.end ?? 0,
      filters,
      excluded,
      isUnread,
    })),
    rest: remainingQuery(text, tokens, found),
  };
}

/** A phrase that contradicts an earlier reading keeps its span and loses its filters. */
function consistent(earlier: readonly Span[], later: readonly Span[]): Span[] {
  const kept = new Set(combineFilters([...earlier, ...later]).kept);
  return later.map((span) => (kept.has(span) ? span : { ...span, filters: {} }));
}

function parsed(query: string, spans: readonly Span[], rest: string): ParsedDesign {
  const separate = apart(spans);
  const textOf = ({ start, end }: Span): string => query.slice(start, end);
  return {
    filters: combineFilters(spans).filters,
    phrases: separate.map((span) => {
      const { start, end, filters } = span;
      return { text: textOf(span), start, end, filters };
    }),
    excluded: separate.flatMap(({ excluded }) => excluded),
    unread: separate.filter(({ isUnread }) => isUnread).map(textOf),
    rest,
  };
}

/** From left to right. A span that surrounds one of an earlier reading is merged with it. */
function apart(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push({ ...span });
    else {
      last.end = Math.max(last.end, span.end);
      last.filters = { ...span.filters, ...last.filters };
      last.excluded = [...last.excluded, ...span.excluded];
      last.isUnread &&= span.isUnread;
    }
  }
  return merged;
}
