import type { DesignFilters } from '@imagesearch/facets/filters';
import { findPhrases } from './find-phrases.js';
import { restOf, type Rest } from './rest.js';
import { settle } from './settle.js';
import { tokensOf, type Token } from './tokens.js';

/** A part of the query that was understood. */
export interface DesignPhrase {
  /** `query.slice(start, end)`. */
  text: string;
  /** Indices into the query in UTF-16 code units, `end` exclusive. */
  start: number;
  end: number;
  /** Empty for what was ruled out and has no filter of its own: "not dark". */
  filters: DesignFilters;
}

export interface ParsedDesign {
  /** Of all phrases together. */
  filters: DesignFilters;
  /** In the order of the query; none overlaps another. */
  phrases: DesignPhrase[];
  /** The words that are left, to be searched for; empty when there are none. */
  rest: string;
}

/**
 * Reads the filters that a brief asks for in words. Never guesses: words that describe the subject and not the picture
 * stay in the query, and so do phrases that contradict one another. The same query always reads the same, in time
 * proportional to its length.
 *
 * What is left is read again until it holds nothing more: in "in full colour free for commercial use" the first phrase
 * stands alone only once the second is gone. So a rest, sent as a query, is left as it is.
 */
export function parseDesign(query: string, tokenise: (text: string) => Token[] = tokensOf): ParsedDesign {
  let spans: Span[] = [];
  let rest: Rest = { text: query, originOf: (index) => index };
  for (let reading = 0; reading < READINGS_MAX; reading += 1) {
    const read = readOnce(rest, tokenise);
    if (!read) return parsed(query, spans, rest.text.trim());
    spans = [...spans, ...consistent(spans, read.spans)];
    ({ rest } = read);
  }
  return parsed(query, [], query.trim());
}

/** Briefs take two or three. One that takes more is no brief, and nothing in it is guessed at. */
const READINGS_MAX = 8;

type Span = Omit<DesignPhrase, 'text'>;

/** What one reading finds in what the others left, as spans of the query; undefined when it finds nothing. */
function readOnce(
  { text, originOf }: Rest,
  tokenise: (text: string) => Token[],
): { spans: Span[]; rest: Rest } | undefined {
  const tokens = tokenise(text);
  const found = settle(findPhrases(tokens)).kept;
  if (found.length === 0) return undefined;
  const rest = restOf(text, tokens, found);
  return {
    spans: found.map(({ start, end, filters }) => ({
      start: originOf(tokens[start]?.start ?? 0),
      end: originOf((tokens[end - 1]?.end ?? 1) - 1) + 1,
      filters,
    })),
    rest: { text: rest.text, originOf: (index) => originOf(rest.originOf(index)) },
  };
}

/** What contradicts an earlier reading asks for nothing. */
function consistent(earlier: readonly Span[], later: readonly Span[]): Span[] {
  const kept = new Set(settle([...earlier, ...later]).kept);
  return later.map((span) => (kept.has(span) ? span : { ...span, filters: {} }));
}

function parsed(query: string, spans: readonly Span[], rest: string): ParsedDesign {
  return {
    filters: settle(spans).filters,
    phrases: apart(spans).map((span) => ({ text: query.slice(span.start, span.end), ...span })),
    rest,
  };
}

/** From left to right. A span around what an earlier reading took out is one with it. */
function apart(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push({ ...span });
    else {
      last.end = Math.max(last.end, span.end);
      last.filters = { ...span.filters, ...last.filters };
    }
  }
  return merged;
}
