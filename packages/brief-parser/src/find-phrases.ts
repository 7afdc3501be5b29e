import { CONDITIONS, type PhraseInQuery } from './conditions.js';
import type { PhraseOccurrence, Phrase } from './phrase.js';
import { PhraseMatcher } from './phrase-matcher.js';
import { PHRASES } from './phrases.js';
import { queryContext, type Matches } from './query-context.js';
import { textAt, type Token } from './tokens.js';
import { BINDING_WORDS, IMAGE_NOUNS, IS, isComplete, LEADING_WORDS, LIGHT_NOUNS } from './words.js';

/** The phrases about the image, from left to right; where several begin at a word, the longest that fits. */
export function findPhrases(tokens: readonly Token[]): PhraseOccurrence[] {
  const matches = tokens.map((_, at) => MATCHER.matchesAt(tokens, at));
  const context = queryContext(tokens, matches);
  const found: PhraseOccurrence[] = [];
  for (let at = 0; at < tokens.length;) {
    const candidates = matches[at] ?? [];
    if (candidates.length === 0) {
      at += 1;
      continue;
    }
    const previous = found.at(-1);
    const start = Math.max(negationStart(tokens, at, previous), previous?.end ?? 0);
    const led = leads(tokens, start, previous);
    let next: PhraseOccurrence | undefined;
    for (const { row, end, captures } of candidates) {
      next ??= accept(row, { tokens, matches, context, start, ownStart: at, end, captures }, led);
    }
    if (next) found.push(next);
    at = next?.end ?? at + 1;
  }
  return withLoneWords(found, tokens, matches);
}

const MATCHER = new PhraseMatcher(PHRASES);

function accept(row: Phrase, place: PhraseInQuery, leads: boolean): PhraseOccurrence | undefined {
  const { tokens, context, start, ownStart, end, captures } = place;
  const filters = typeof row.filters === 'function' ? row.filters(captures) : row.filters;
  if (!filters || tokens[start]?.hyphenated === true || tokens[end]?.hyphenated === true) return undefined;
  const negated = start < ownStart;
  // "a market but not black and white": a phrase that is ruled out needs no commas.
  const ruledOut = negated && context.freeAfter[end] === true && !IS.has(textAt(tokens, start - 1));
  const describes = row.when?.some((name) => CONDITIONS[name](place)) ?? true;
  if (!(describes || ruledOut) || row.unless?.some((name) => CONDITIONS[name](place)) === true) {
    return undefined;
  }
  const taken = takesNext(row, place, leads);
  return {
    row,
    start,
    end: row.rulesOutMore === true ? pastAlternatives(tokens, end) : taken ? end + 1 : end,
    negated,
    leads,
    named: taken || row.isAdjective !== true || isName(row, tokens[end - 1]),
    filters: negated ? (row.negated ?? {}) : filters,
    ...(isUnread(row, negated) && { isUnread: true }),
  };
}

const isUnread = ({ isUnread: always, isOfRights, negated: opposite }: Phrase, negated: boolean): boolean =>
  always === true || (negated && isOfRights === true && opposite === undefined);

/** Words that one alternative may have. */
const NUMBERS_OF_WORDS = [1, 2, 3];

/** The index after "or cars", "or any animals": these are ruled out too and must not be searched for. */
function pastAlternatives(tokens: readonly Token[], from: number): number {
  let end = from;
  while (['or', 'nor'].includes(textAt(tokens, end))) {
    const words = NUMBERS_OF_WORDS.find((count) => isComplete(tokens, end + 1 + count));
    if (words === undefined) break;
    end += 1 + words;
  }
  return end;
}

function leads(tokens: readonly Token[], start: number, previous: PhraseOccurrence | undefined): boolean {
  const before = tokens[start - 1];
  if (before === undefined || before.kind === 'separator') return true;
  const bound = BINDING_WORDS.has(before.text) ? start - 1 : start;
  return previous?.end === bound ? previous.leads : LEADING_WORDS.has(before.text);
}

/** Whether the noun for the image after a phrase is removed from the query with it. */
function takesNext({ takes }: Phrase, { tokens, context, end }: PhraseInQuery, leads: boolean): boolean {
  const { text = '' } = tokens[end] ?? {};
  if (takes === undefined || (!leads && tokens[end + 1]?.text === 'of')) return false;
  if (IMAGE_NOUNS.has(text)) return context.leadsToImage[end] === true;
  return takes === 'light' && LIGHT_NOUNS.has(text) && context.leadsToLight[end] === true;
}

/** "square crop", "16:9 format": patterns that end with a noun. */
function isName({ takes }: Phrase, last: Token | undefined): boolean {
  return takes === 'image' && last !== undefined && OWN_NAMES.has(last.text);
}

const OWN_NAMES = new Set(
  'format crop orientation layout mode ratio aspect panorama banner image photo picture shot'.split(' '),
);

const NEGATIONS = new Set(
  "not no without non never isn't aren't don't doesn't avoid avoiding nothing less".split(' '),
);
/** Each first word under its last word. */
const NEGATIONS_OF_TWO_WORDS = new Map([
  ['than', 'rather'],
  ['of', 'instead'],
]);

/** The number of words of the negation that ends before a token; 0 without one. */
function negationLength(tokens: readonly Token[], end: number): number {
  const last = textAt(tokens, end - 1);
  if (NEGATIONS.has(last)) return 1;
  const first = NEGATIONS_OF_TWO_WORDS.get(last);
  return first !== undefined && tokens[end - 2]?.text === first ? 2 : 0;
}

const BETWEEN = new Set(
  'a an the any too so very really in be look looking want need for particularly overly'.split(' '),
);
const BETWEEN_MAX = 3;

/** The token at which a negation of the phrase at `at` begins; `at` itself when there is none. */
function negationStart(tokens: readonly Token[], at: number, previous: PhraseOccurrence | undefined): number {
  // "not dark or moody" rules out both.
  if (
    previous?.negated === true &&
    previous.end === at - 1 &&
    ['or', 'nor'].includes(textAt(tokens, at - 1))
  ) {
    return at - 1;
  }
  for (let before = at; before >= at - BETWEEN_MAX; before -= 1) {
    const length = negationLength(tokens, before);
    if (length > 0) return before - length;
    if (!BETWEEN.has(textAt(tokens, before - 1))) break;
  }
  return at;
}

/** "bright, teal, two people": a colour or a shape between commas, next to another phrase about the image. */
function withLoneWords(
  found: readonly PhraseOccurrence[],
  tokens: readonly Token[],
  matches: Matches,
): PhraseOccurrence[] {
  const starts = new Set(found.map(({ start }) => start));
  const ends = new Set(found.map(({ end }) => end));
  const lone = matches.flatMap((here, at): PhraseOccurrence[] => {
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
