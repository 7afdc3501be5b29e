import type { Found } from './found.js';
import { PhraseMatcher } from './phrase-matcher.js';
import { QUOTES, type Token } from './tokens.js';
import { ARTICLES, BINDING_WORDS, LEADING_WORDS, PICTURE_NOUNS, TRAILING_WORDS } from './words.js';

/** What is left of a query. */
export interface Rest {
  text: string;
  /** Where a character of a word of the text stands in the query; both are indices of UTF-16 code units. */
  originOf: (index: number) => number;
}

/**
 * What is left of a query without its phrases, as a brief that reads: the words that led to a phrase go with it
 * ("forest [with copy space]"), and so do the commas and brackets around it. Words that stay are quoted as they stand.
 */
export function restOf(query: string, tokens: readonly Token[], found: readonly Found[]): Rest {
  const gone = new Array<boolean>(tokens.length).fill(false);
  for (const { start, end } of found) gone.fill(true, start, end);
  gone.fill(true, 0, requestEnd(tokens));
  for (const phrase of found) dropLeadingWords(tokens, gone, phrase);
  dropTrailingWords(tokens, gone, found);
  const kept = tokens.flatMap((token, at) =>
    gone[at] === true || token.kind === 'separator' ? [] : [token],
  );
  if (kept.every(({ text }) => PICTURE_NOUNS.has(text) || LEADING_WORDS.has(text))) {
    return { text: '', originOf: (index) => index };
  }
  return joined(query, tokens, gone);
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
  gone: boolean[],
  { start, end, row, named }: Found,
): void {
  const next = tokens[end];
  const goesOn = next !== undefined && next.kind !== 'separator' && gone[end] !== true;
  // "a [panoramic] desert": the article is the desert's.
  const belongsToNext = row.role === 'adjective' && !named && goesOn;
  let at = start - 1;
  const takes = (word: Token | undefined): boolean => {
    if (word?.kind !== 'word' || word.quoted || gone[at] === true) return false;
    if (!belongsToNext) return LEADING_WORDS.has(word.text);
    return BINDING_WORDS.has(word.text) && gone[at - 1] === true;
  };
  while (takes(tokens[at])) {
    gone[at] = true;
    at -= 1;
  }
  // "a photo of [two people] hiking" says no more than "two people hiking".
  if (
    tokens[at + 1]?.text === 'of' &&
    PICTURE_NOUNS.has(tokens[at]?.text ?? '') &&
    leadsIn(tokens, gone, at)
  ) {
    for (; at >= 0 && gone[at] !== true && tokens[at]?.kind === 'word'; at -= 1) gone[at] = true;
  }
}

/** Whether a name is the first word of its part, but for an article. */
function leadsIn(tokens: readonly Token[], gone: readonly boolean[], at: number): boolean {
  const before = ARTICLES.has(tokens[at - 1]?.text ?? '') ? at - 2 : at - 1;
  return before < 0 || gone[before] === true || tokens[before]?.kind === 'separator';
}

/** After a phrase that begins a part: "[crowd] at a concert", "[panorama] of the alps", "[16:9] photo of a dog". */
function dropTrailingWords(tokens: readonly Token[], gone: boolean[], found: readonly Found[]): void {
  let seen = 0;
  let keptBefore: Token | undefined;
  let anyBefore = false;
  for (const { start, end } of found) {
    for (; seen < start; seen += 1) {
      if (gone[seen] === true) continue;
      keptBefore = tokens[seen];
      anyBefore ||= keptBefore?.kind !== 'separator';
    }
    if (keptBefore === undefined || keptBefore.kind === 'separator') {
      dropAfter(tokens, gone, end, anyBefore);
    }
  }
}

function dropAfter(tokens: readonly Token[], gone: boolean[], end: number, anyBefore: boolean): void {
  let at = end;
  if (PICTURE_NOUNS.has(tokens[at]?.text ?? '') && tokens[at + 1]?.text === 'of') gone[at++] = true;
  const drops = (word: Token | undefined): boolean =>
    word !== undefined &&
    !word.quoted &&
    gone[at] !== true &&
    (anyBefore ? word.text === 'of' || BINDING_WORDS.has(word.text) : TRAILING_WORDS.has(word.text));
  // "in front of" is one word in three.
  if (tokens[at]?.text === 'in' && tokens[at + 1]?.text === 'front') return;
  // An article alone is the next word's own, unless a preposition before it went.
  if (!drops(tokens[at]) || ARTICLES.has(tokens[at]?.text ?? '')) return;
  while (drops(tokens[at])) gone[at++] = true;
  if (ARTICLES.has(tokens[at]?.text ?? '')) gone[at] = true;
}

/** The words that stay, with what stood between them; one comma at most where something went. */
function joined(query: string, tokens: readonly Token[], gone: readonly boolean[]): Rest {
  const emptied = emptiedBrackets(tokens, gone);
  const rest = new PiecedText(query);
  let last: Token | undefined;
  let between: Token[] = [];
  let cut = false;
  let emptiedOpen = 0;
  for (const [at, token] of tokens.entries()) {
    if (emptied.has(at)) emptiedOpen += OPENING.test(token.text) ? 1 : -1;
    if (gone[at] === true || emptied.has(at) || emptiedOpen > 0) cut = true;
    else if (token.kind === 'separator' && !BRACKETS.test(token.text)) between.push(token);
    else {
      if (cut) rest.append(joint(between, last, token));
      rest.quote(cut ? token.start : (last?.end ?? token.start), token.end);
      [last, between, cut] = [token, [], false];
    }
  }
  if (!cut && last) rest.quote(last.end, query.trimEnd().length);
  return rest.from(/^[\s,;:|–—-]*/.exec(rest.text)?.[0].length ?? 0);
}

/** A text put together of pieces of another, which knows where each character stood. */
class PiecedText {
  text = '';
  readonly #query: string;
  /** Of each code unit of the text; what only joins pieces stands where the piece before it ended. */
  readonly #origins: number[] = [];

  constructor(query: string) {
    this.#query = query;
  }

  append(text: string): void {
    const end = (this.#origins.at(-1) ?? -1) + 1;
    this.#origins.push(...new Array<number>(text.length).fill(end));
    this.text += text;
  }

  quote(start: number, end: number): void {
    for (let at = start; at < end; at += 1) this.#origins.push(at);
    this.text += this.#query.slice(start, end);
  }

  from(offset: number): Rest {
    return {
      text: this.text.slice(offset),
      originOf: (index) => this.#origins[offset + index] ?? 0,
    };
  }
}

/** What joins two words from between which something was taken. */
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

/** Brackets with nothing left between them. */
function emptiedBrackets(tokens: readonly Token[], gone: readonly boolean[]): Set<number> {
  const emptied = new Set<number>();
  const open: { at: number; kept: boolean; cut: boolean }[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    const innermost = open.at(-1);
    if (OPENING.test(text)) open.push({ at, kept: false, cut: false });
    else if (innermost && CLOSING.test(text)) {
      open.pop();
      const outer = open.at(-1);
      if (!innermost.kept && innermost.cut) {
        emptied.add(innermost.at).add(at);
        if (outer) outer.cut = true;
      } else if (outer) outer.kept = true;
    } else if (innermost && gone[at] === true) innermost.cut = true;
    else if (innermost && kind !== 'separator') innermost.kept = true;
  }
  return emptied;
}
