import type { Match } from './phrase-matcher.js';
import type { Phrase } from './phrase.js';
import { textAt, type Token } from './tokens.js';
import {
  BINDING_WORDS,
  GENRE_NOUNS,
  INTENSIFIERS,
  LIGHT_NOUNS,
  IMAGE_NOUNS,
  STYLE_WORDS,
  THING_NOUNS,
  isComplete,
} from './words.js';

/** What precedes and follows each token boundary of a query, found in one pass from each end. */
export interface QueryContext {
  /** The words from here on lead to a noun for the image: "[dark] moody, vertical image". */
  leadsToImage: readonly boolean[];
  /** … or to a noun for its light: "[dark] and moody background". */
  leadsToLight: readonly boolean[];
  /** Only words about the image stand between here and the comma, or the beginning of the query, before. */
  freeBefore: readonly boolean[];
  /** … and the comma, or the end of the query, after. */
  freeAfter: readonly boolean[];
}

export type Matches = readonly (readonly Match<Phrase>[])[];

export function queryContext(tokens: readonly Token[], matches: Matches): QueryContext {
  return {
    leadsToImage: leadsTo(tokens, matches, (at) => isImageNoun(tokens, at)),
    leadsToLight: leadsTo(
      tokens,
      matches,
      (at) => isImageNoun(tokens, at) || LIGHT_NOUNS.has(textAt(tokens, at)),
    ),
    freeBefore: freeBefore(tokens, matches),
    freeAfter: freeAfter(tokens, matches),
  };
}

/** Whether a word is a noun for the image: "image" unless in "image editor", "portrait" only when no noun follows. */
function isImageNoun(tokens: readonly Token[], at: number): boolean {
  const [text = '', next] = [tokens[at]?.text, tokens[at + 1]];
  if (tokens[at]?.quoted === true) return false;
  if (IMAGE_NOUNS.has(text)) return next === undefined || !THING_NOUNS.has(next.text);
  return GENRE_NOUNS.has(text) && isComplete(tokens, at + 1);
}

function leadsTo(tokens: readonly Token[], matches: Matches, isName: (at: number) => boolean): boolean[] {
  const leads = new Array<boolean>(tokens.length + 1).fill(false);
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const { text = '', kind } = tokens[at] ?? {};
    const passes = STYLE_WORDS.has(text) || BINDING_WORDS.has(text) || (kind === 'separator' && text === ',');
    leads[at] =
      isName(at) ||
      (passes && leads[at + 1] === true) ||
      adjectivesAt(matches, at).some(({ end }) => leads[end] === true);
  }
  return leads;
}

function freeBefore(tokens: readonly Token[], matches: Matches): boolean[] {
  const free = new Array<boolean>(tokens.length + 1).fill(false);
  free[0] = true;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'separator') free[at + 1] = true;
    if (free[at] !== true) continue;
    if (BINDING_WORDS.has(token.text) || INTENSIFIERS.has(token.text)) free[at + 1] = true;
    for (const { end } of adjectivesAt(matches, at)) free[end] = true;
  }
  return free;
}

function freeAfter(tokens: readonly Token[], matches: Matches): boolean[] {
  const free = new Array<boolean>(tokens.length + 1).fill(false);
  free[tokens.length] = true;
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const { text = '', kind } = tokens[at] ?? {};
    free[at] =
      kind === 'separator' ||
      ((BINDING_WORDS.has(text) || text === 'not') && free[at + 1] === true) ||
      adjectivesAt(matches, at).some(({ end }) => free[end] === true) ||
      (BEFORE_PHRASE.has(text) && (matches[at + 1] ?? []).some(({ end }) => free[end] === true));
  }
  return free;
}

/** "bright [with copy space on the left]", "dark [and without people]". */
const BEFORE_PHRASE = new Set(['with', 'and', 'but', 'in']);

function adjectivesAt(matches: Matches, at: number): readonly Match<Phrase>[] {
  return (matches[at] ?? []).filter(({ row }) => row.isAdjective === true);
}
