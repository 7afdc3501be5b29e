import { CONDITIONS, type Place } from './conditions.js';
import type { DesignFilters } from './design-filters.js';
import type { Found } from './found.js';
import type { Phrase } from './phrase.js';
import { PhraseMatcher, type Match } from './phrase-matcher.js';
import { PHRASES } from './phrases.js';
import { restOf } from './rest.js';
import { settle } from './settle.js';
import { isComplete, surroundingsOf, type Matches } from './surroundings.js';
import { tokensOf, type Token } from './tokens.js';
import { BINDING_WORDS, LEADING_WORDS, LIGHT_NOUNS, PICTURE_NOUNS } from './words.js';

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
 */
export function parseDesign(query: string, tokens: readonly Token[] = tokensOf(query)): ParsedDesign {
  const matches = tokens.map((_, at) => MATCHER.matchesAt(tokens, at));
  const { found, filters } = settle(find(tokens, matches));
  return {
    filters,
    phrases: found.map((phrase) => {
      const start = tokens[phrase.start]?.start ?? 0;
      const end = tokens[phrase.end - 1]?.end ?? start;
      return { text: query.slice(start, end), start, end, filters: phrase.filters };
    }),
    rest: restOf(query, tokens, found),
  };
}

const MATCHER = new PhraseMatcher(PHRASES);

/** The phrases about the picture, from left to right; of several that begin at a word the longest that fits. */
function find(tokens: readonly Token[], matches: Matches): Found[] {
  const surroundings = surroundingsOf(tokens, matches);
  const found: Found[] = [];
  for (let at = 0; at < tokens.length;) {
    const candidates = matches[at] ?? [];
    if (candidates.length === 0) {
      at += 1;
      continue;
    }
    const previous = found.at(-1);
    const from = negationStart(tokens, at, previous);
    const start = Math.max(from, previous?.end ?? 0);
    const here = {
      ...surroundings,
      tokens,
      matches,
      start,
      ownStart: at,
      leads: leads(tokens, start, previous),
    };
    const next = firstOf(candidates, (match) => accept(match, here));
    if (next) found.push(next);
    at = next?.end ?? at + 1;
  }
  return withLoneWords(found, tokens, matches);
}

function accept(
  { row, end, captures }: Match<Phrase>,
  here: Omit<Place, 'end' | 'captures'> & Pick<Found, 'leads'>,
): Found | undefined {
  const { tokens, start, ownStart } = here;
  const filters = typeof row.filters === 'function' ? row.filters(captures) : row.filters;
  if (!filters || tokens[start]?.tied === true || tokens[end]?.tied === true) return undefined;
  const place = { ...here, end, captures };
  const negated = start < ownStart;
  // "a market but not black and white": what is ruled out need not stand between commas.
  const ruledOut = negated && here.freeAfter[end] === true && !IS.has(tokens[start - 1]?.text ?? '');
  const describes = row.when?.some((name) => CONDITIONS[name].holds(place)) ?? true;
  if (!(describes || ruledOut) || row.unless?.some((name) => CONDITIONS[name].holds(place)) === true) {
    return undefined;
  }
  const taken = takesNext(row, tokens, end, here);
  return {
    row,
    start,
    end: row.rulesOutMore === true ? pastAlternatives(tokens, end) : taken ? end + 1 : end,
    negated,
    leads: here.leads,
    named: taken || row.role === 'noun' || isName(row, tokens[end - 1]),
    filters: negated ? (row.negated ?? {}) : filters,
  };
}

/** How many words one of several things not wanted may have. */
const NUMBERS_OF_WORDS = [1, 2, 3];

/** Past "or cars", "or any animals": what else is not wanted must not be searched for. */
function pastAlternatives(tokens: readonly Token[], from: number): number {
  let end = from;
  while (['or', 'nor'].includes(tokens[end]?.text ?? '')) {
    const words = NUMBERS_OF_WORDS.find((count) => isComplete(tokens, end + 1 + count));
    if (words === undefined) break;
    end += 1 + words;
  }
  return end;
}

function leads(tokens: readonly Token[], start: number, previous: Found | undefined): boolean {
  const before = tokens[start - 1];
  if (before === undefined || before.kind === 'separator') return true;
  const bound = BINDING_WORDS.has(before.text) ? start - 1 : start;
  return previous?.end === bound ? previous.leads : LEADING_WORDS.has(before.text);
}

const IS = new Set(['is', 'are', 'was', 'were']);

/** Whether the picture's name after a phrase leaves the query with it. */
function takesNext(
  { takes }: Phrase,
  tokens: readonly Token[],
  at: number,
  {
    leadsToPicture,
    leadsToLight,
    leads,
  }: Pick<Place, 'leadsToPicture' | 'leadsToLight'> & Pick<Found, 'leads'>,
): boolean {
  const { text = '' } = tokens[at] ?? {};
  if (takes === undefined || (!leads && tokens[at + 1]?.text === 'of')) return false;
  if (PICTURE_NOUNS.has(text)) return leadsToPicture[at] === true;
  return takes === 'light' && LIGHT_NOUNS.has(text) && leadsToLight[at] === true;
}

/** "square crop", "16:9 format": patterns that end with a name of their own. */
function isName({ takes }: Phrase, last: Token | undefined): boolean {
  return takes === 'picture' && last !== undefined && OWN_NAMES.has(last.text);
}

const OWN_NAMES = new Set(
  'format crop orientation layout mode ratio aspect panorama banner image photo picture shot'.split(' '),
);

const NEGATIONS = [
  ['not'],
  ['no'],
  ['without'],
  ['non'],
  ['never'],
  ["isn't"],
  ["aren't"],
  ["don't"],
  ["doesn't"],
  ['avoid'],
  ['avoiding'],
  ['nothing'],
  ['less'],
  ['rather', 'than'],
  ['instead', 'of'],
];
const BETWEEN = new Set(
  'a an the any too so very really in be look looking want need for particularly overly'.split(' '),
);
const BETWEEN_MAX = 3;

/** The token at which a negation of the phrase at `at` begins; `at` itself when there is none. */
function negationStart(tokens: readonly Token[], at: number, previous: Found | undefined): number {
  // "not dark or moody" rules out both.
  if (
    previous?.negated === true &&
    previous.end === at - 1 &&
    ['or', 'nor'].includes(tokens[at - 1]?.text ?? '')
  ) {
    return at - 1;
  }
  for (let before = at; before >= at - BETWEEN_MAX; before -= 1) {
    const negation = NEGATIONS.find((words) =>
      words.every((word, index) => tokens[before - words.length + index]?.text === word),
    );
    if (negation) return before - negation.length;
    if (!BETWEEN.has(tokens[before - 1]?.text ?? '')) break;
  }
  return at;
}

/** "bright, teal, two people": a colour or a shape between commas, next to what is all about the picture. */
function withLoneWords(found: readonly Found[], tokens: readonly Token[], matches: Matches): Found[] {
  const starts = new Set(found.map(({ start }) => start));
  const ends = new Set(found.map(({ end }) => end));
  const lone = matches.flatMap((here, at): Found[] => {
    const match = here.find(({ row }) => row.when?.includes('amongPhrases') === true);
    if (!match) return [];
    const { row, end, captures } = match;
    const before = isComma(tokens[at - 1]) && ends.has(at - 1);
    const after = isComma(tokens[end]) && starts.has(end + 1);
    const bounded = (at === 0 || isComma(tokens[at - 1])) && (end === tokens.length || isComma(tokens[end]));
    const filters = typeof row.filters === 'function' ? row.filters(captures) : row.filters;
    if (!bounded || !(before || after) || !filters) return [];
    return [{ row, start: at, end, negated: false, leads: true, named: true, filters }];
  });
  return [...found, ...lone].sort((a, b) => a.start - b.start);
}

const COMMAS = new Set([',', ';', '|', '.', '-', '–', '—', '\n']);

function isComma(token: Token | undefined): boolean {
  return token?.kind === 'separator' && COMMAS.has(token.text);
}

function firstOf<In, Out>(values: readonly In[], pick: (value: In) => Out | undefined): Out | undefined {
  for (const value of values) {
    const picked = pick(value);
    if (picked !== undefined) return picked;
  }
  return undefined;
}
