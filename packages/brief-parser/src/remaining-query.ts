import type { PhraseOccurrence } from './phrase.js';
import { PhraseMatcher } from './phrase-matcher.js';
import { QUOTES, textAt, type Token } from './tokens.js';
import { ADVERBS, ARTICLES, BINDING_WORDS, LEADING_WORDS, IMAGE_NOUNS, TRAILING_WORDS } from './words.js';

/**
 * Stands for what was removed, so that every word keeps its place in the query. White space that nobody types: where somebody
 * does, it goes.
 */
const BLANK = '\v';

/** What is to be searched for. */
export function withoutBlanks(query: string): string {
  return query.replaceAll(BLANK, '').trim();
}

/**
 * Blanks phrases of a query so that the remaining words still read as a brief. Words that lead to a phrase are removed
 * with it ("forest [with copy space]"), and so are the commas and brackets around it. The other words stay unchanged.
 */
export function remainingQuery(
  query: string,
  tokens: readonly Token[],
  found: readonly PhraseOccurrence[],
): string {
  const removed = new Array<boolean>(tokens.length).fill(false);
  for (const { start, end } of found) removed.fill(true, start, end);
  removed.fill(true, 0, requestEnd(tokens));
  for (const phrase of found) dropLeadingWords(tokens, removed, phrase);
  dropTrailingWords(tokens, removed, found);
  dropEmptiedBrackets(tokens, removed);
  const kept = tokens.flatMap((token, at) =>
    removed[at] === true || token.kind === 'separator' ? [] : [token],
  );
  if (kept.every(({ text }) => IMAGE_NOUNS.has(text) || LEADING_WORDS.has(text))) {
    return '';
  }
  return joined(query, tokens, removed);
}

/** Where "I am looking for a" ends; 0 when the brief does not begin with a request. */
function requestEnd(tokens: readonly Token[]): number {
  const [request] = tokens.length > 0 ? REQUESTS.matchesAt(tokens, 0) : [];
  return request?.end ?? 0;
}

const REQUESTS = new PhraseMatcher([
  {
    patterns: [
      'please? find|show|give|get me|us',
      'please find|show',
      'can|could you please? find|show|give|get me|us?',
      'i|we need|want',
      'i|we would like',
      "i'd|we'd like",
      "i'm|we're looking|searching for",
      'i|we am|are looking|searching for',
      'please? looking|searching|search for',
    ],
  },
]);

/** Before a phrase: "lighthouse with [copy space]", "photo of [two people]". */
function dropLeadingWords(
  tokens: readonly Token[],
  removed: boolean[],
  { start, end, row, named }: PhraseOccurrence,
): void {
  const next = tokens[end];
  const goesOn = next !== undefined && next.kind !== 'separator' && removed[end] !== true;
  // "a [panoramic] desert": the article is the desert's.
  const belongsToNext = row.isAdjective === true && !named && goesOn;
  let at = start - 1;
  const takes = (word: Token | undefined): boolean => {
    if (word?.kind !== 'word' || word.quoted || removed[at] === true) return false;
    if (at === start - 1 && ADVERBS.has(word.text)) return true;
    if (!belongsToNext) return LEADING_WORDS.has(word.text);
    return BINDING_WORDS.has(word.text) && removed[at - 1] === true;
  };
  while (takes(tokens[at])) {
    removed[at] = true;
    at -= 1;
  }
  // "a photo of [two people] hiking" says no more than "two people hiking".
  if (tokens[at + 1]?.text === 'of' && IMAGE_NOUNS.has(textAt(tokens, at)) && leadsIn(tokens, removed, at)) {
    for (; at >= 0 && removed[at] !== true && tokens[at]?.kind === 'word'; at -= 1) removed[at] = true;
  }
}

/** Whether a noun is the first word of its part, articles aside. */
function leadsIn(tokens: readonly Token[], removed: readonly boolean[], at: number): boolean {
  const before = ARTICLES.has(textAt(tokens, at - 1)) ? at - 2 : at - 1;
  return before < 0 || removed[before] === true || tokens[before]?.kind === 'separator';
}

/** After a phrase that begins a part: "[crowd] at a concert", "[panorama] of the alps", "[16:9] photo of a dog". */
function dropTrailingWords(
  tokens: readonly Token[],
  removed: boolean[],
  found: readonly PhraseOccurrence[],
): void {
  let seen = 0;
  let keptBefore: Token | undefined;
  let anyBefore = false;
  for (const { start, end } of found) {
    for (; seen < start; seen += 1) {
      if (removed[seen] === true) continue;
      keptBefore = tokens[seen];
      anyBefore ||= keptBefore?.kind !== 'separator';
    }
    if (keptBefore === undefined || keptBefore.kind === 'separator') {
      dropAfter(tokens, removed, end, anyBefore);
    }
  }
}

function dropAfter(tokens: readonly Token[], removed: boolean[], end: number, anyBefore: boolean): void {
  let at = end;
  if (IMAGE_NOUNS.has(textAt(tokens, at)) && tokens[at + 1]?.text === 'of') removed[at++] = true;
  const drops = (word: Token | undefined): boolean =>
    word !== undefined &&
    !word.quoted &&
    removed[at] !== true &&
    (anyBefore ? word.text === 'of' || BINDING_WORDS.has(word.text) : TRAILING_WORDS.has(word.text));
  // "in front of" is one word in three.
  if (tokens[at]?.text === 'in' && tokens[at + 1]?.text === 'front') return;
  // An article alone is the next word's own, unless a preposition before it went.
  if (!drops(tokens[at]) || ARTICLES.has(textAt(tokens, at))) return;
  while (drops(tokens[at])) removed[at++] = true;
  if (ARTICLES.has(textAt(tokens, at))) removed[at] = true;
}

/** The remaining words and what was between them, with at most one comma in place of what was removed. */
function joined(query: string, tokens: readonly Token[], removed: readonly boolean[]): string {
  let rest = '';
  let last: Token | undefined;
  let between: Token[] = [];
  let cut = false;
  for (const [at, token] of tokens.entries()) {
    if (removed[at] === true) cut = true;
    else if (token.kind === 'separator' && !BRACKETS.test(token.text)) between.push(token);
    else {
      const gap = query.slice(rest.length, token.start);
      rest += cut || !last ? joint(between, last, token).slice(0, gap.length).padEnd(gap.length, BLANK) : gap;
      rest += query.slice(token.start, token.end);
      [last, between, cut] = [token, [], false];
    }
  }
  if (!cut) rest += query.slice(rest.length);
  return rest.replace(/^[\s,;:|–—-]+/, (marks) => BLANK.repeat(marks.length));
}

/** What joins two words when something between them was removed. */
function joint(between: readonly Token[], last: Token | undefined, next: Token): string {
  if (last === undefined || OPENING.test(last.text) || isBareQuote(last)) return '';
  if (CLOSING.test(next.text) || isBareQuote(next)) return '';
  const mark = between.find(({ text }) => /^[,;.!?:|]$/.test(text));
  if (mark?.text === '|') return ' | ';
  return mark ? `${mark.text} ` : between.length > 0 ? ', ' : ' ';
}

/** A quotation mark around the whole query. */
function isBareQuote({ kind, text, quoted }: Token): boolean {
  return kind === 'separator' && QUOTES.has(text) && !quoted;
}

const BRACKETS = /^[()[\]{}"“”„]$/;
const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;

/** Brackets go with what was in them. */
function dropEmptiedBrackets(tokens: readonly Token[], removed: boolean[]): void {
  const open: number[] = [];
  for (const [at, { text }] of tokens.entries()) {
    if (OPENING.test(text)) open.push(at);
    const from = CLOSING.test(text) ? open.pop() : undefined;
    if (from === undefined) continue;
    const within = removed.slice(from + 1, at);
    const isEmptied = within.every((gone, place) => gone || tokens[from + 1 + place]?.kind === 'separator');
    if (isEmptied && within.includes(true)) removed.fill(true, from, at + 1);
  }
}
