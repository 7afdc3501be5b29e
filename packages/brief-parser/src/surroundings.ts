import type { Match } from './phrase-matcher.js';
import type { Phrase } from './phrase.js';
import type { Token } from './tokens.js';
import {
  BINDING_WORDS,
  GENRE_NOUNS,
  INTENSIFIERS,
  LIGHT_NOUNS,
  PICTURE_NOUNS,
  STYLE_WORDS,
  THING_NOUNS,
  isFollower,
} from './words.js';

/** What stands around each place of a query, found in one pass from each end. Places are between tokens. */
export interface Surroundings {
  /** The words from here on lead to the name of a picture: "[dark] moody, vertical image". */
  leadsToPicture: readonly boolean[];
  /** … or of a image's light: "[dark] and moody background". */
  leadsToLight: readonly boolean[];
  /** Nothing but words about the picture stand between here and the comma, or the query's beginning, before. */
  freeBefore: readonly boolean[];
  /** … and the comma, or the query's end, after. */
  freeAfter: readonly boolean[];
}

export type Matches = readonly (readonly Match<Phrase>[])[];

export function surroundingsOf(tokens: readonly Token[], matches: Matches): Surroundings {
  return {
    leadsToPicture: leadsTo(tokens, matches, (at) => isPicture(tokens, at)),
    leadsToLight: leadsTo(
      tokens,
      matches,
      (at) => isPicture(tokens, at) || LIGHT_NOUNS.has(tokens[at]?.text ?? ''),
    ),
    freeBefore: freeBefore(tokens, matches),
    freeAfter: freeAfter(tokens, matches),
  };
}

/** Whether a word names a picture: "image", but not the one of "image editor", and "portrait" if it ends what it is in. */
function isPicture(tokens: readonly Token[], at: number): boolean {
  const [text = '', next] = [tokens[at]?.text, tokens[at + 1]];
  if (tokens[at]?.quoted === true) return false;
  if (PICTURE_NOUNS.has(text)) return next === undefined || !THING_NOUNS.has(next.text);
  return GENRE_NOUNS.has(text) && isComplete(tokens, at + 1);
}

/** Whether what ends here is not torn from a noun after it. */
export function isComplete(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at];
  return next === undefined || next.kind === 'separator' || (!next.tied && isFollower(next.text));
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
  return (matches[at] ?? []).filter(({ row }) => row.role === 'adjective');
}
