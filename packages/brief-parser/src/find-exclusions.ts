import type { Phrase, PhraseOccurrence } from './phrase.js';
import { textAt, type Token } from './tokens.js';
import {
  ARTICLES,
  COUNTED_NOUNS,
  IS,
  isComplete,
  isFollower,
  RIGHTS_THINGS,
  RIGHTS_WORDS,
  SIGN_NOUNS,
} from './words.js';

/** What a brief does not want to see: "but no [cats]", "not a [dog]", "-red", "without [trees] or [cars]". */
export function findExclusions(tokens: readonly Token[]): PhraseOccurrence[] {
  const found: PhraseOccurrence[] = [];
  for (let at = 0; at < tokens.length;) {
    const next = signedAt(tokens, at) ?? saidAt(tokens, at);
    if (next) found.push(occurrenceOf(next));
    at = next?.end ?? at + 1;
  }
  return found;
}

interface Exclusion {
  start: number;
  end: number;
  excluded: string[];
}

/** "apple -red": a sign with white space before it and none after. */
function signedAt(tokens: readonly Token[], at: number): Exclusion | undefined {
  const [sign, word] = [tokens[at], tokens[at + 1]];
  if (sign === undefined || word?.kind !== 'word' || !SIGNS.has(sign.text)) return undefined;
  if (sign.quoted || word.start !== sign.end || (at === 0 && tokens.length === 2)) return undefined;
  let end = at + 2;
  while (tokens[end]?.hyphenated === true) end += 1;
  return { start: at, end, excluded: [wordsBetween(tokens, at + 1, end)] };
}

const SIGNS = new Set(['-', '‐', '‑', '–', '−']);

function saidAt(tokens: readonly Token[], at: number): Exclusion | undefined {
  const from = afterNegation(tokens, at);
  if (from !== undefined) return namesFrom(tokens, at, from);
  return at === 0 ? wholeBrief(tokens) : undefined;
}

/** "No elephants", "not cats or dogs": with nothing else in the brief, several things are ruled out; "no entry" is a sign. */
function wholeBrief(tokens: readonly Token[]): Exclusion | undefined {
  if (!['no', 'not'].includes(textAt(tokens, 0)) || tokens[0]?.quoted === true) return undefined;
  const all = namesFrom(tokens, 0, 1);
  const isWhole = all?.end === tokens.length && all.excluded.every((name) => SEVERAL.test(name));
  return isWhole && !SIGN_NOUNS.has(textAt(tokens, 1)) ? all : undefined;
}

const SEVERAL = /[^s]s$/;

function namesFrom(tokens: readonly Token[], start: number, from: number): Exclusion | undefined {
  const first = nameAt(tokens, from);
  if (first === undefined) return undefined;
  const excluded = [first.name];
  let { end } = first;
  while (excluded.length < ALTERNATIVES_MAX && ALTERNATIVE.has(textAt(tokens, end))) {
    const next = nameAt(tokens, end + 1);
    if (next === undefined) break;
    excluded.push(next.name);
    ({ end } = next);
  }
  return { start, end, excluded };
}

const ALTERNATIVES_MAX = 8;
const ALTERNATIVE = new Set(['or', 'nor']);

/**
 * The token after a negation that excludes what follows; undefined for one that belongs to the subject. "No" does so at the
 * start of a brief ("no entry sign"), and "not" without an article ("not dark chocolate").
 */
function afterNegation(tokens: readonly Token[], at: number): number | undefined {
  const { text = '', kind, quoted } = tokens[at] ?? {};
  if (kind !== 'word' || quoted === true) return undefined;
  const before = tokens[at - 1];
  const next = textAt(tokens, at + 1);
  const isContrast = before !== undefined && (before.kind === 'separator' || CONTRASTS.has(before.text));
  switch (text) {
    case 'no':
      return isContrast && !SIGN_NOUNS.has(next) ? at + 1 : undefined;
    case 'not':
      if (IS.has(before?.text ?? '')) return undefined;
      return isContrast || ARTICLES.has(next) || next === 'any' ? at + 1 : undefined;
    case 'without':
    case 'except':
    case 'excluding':
      if (before === undefined) return undefined;
      return next === 'for' ? at + 2 : at + 1;
    default:
      return undefined;
  }
}

const CONTRASTS = new Set(['but', 'with', 'and', 'having', 'contains', 'showing']);
const BEFORE_NAME = new Set([...ARTICLES, 'any', 'single']);
const NAME_WORDS_MAX = 3;

/** Up to three words after which the phrase is complete. */
function nameAt(tokens: readonly Token[], from: number): { name: string; end: number } | undefined {
  let start = from;
  while (BEFORE_NAME.has(textAt(tokens, start))) start += 1;
  for (let end = start; end < start + NAME_WORDS_MAX; end += 1) {
    const token = tokens[end];
    if (token?.kind !== 'word' || token.quoted || (end === start && isFollower(token.text))) return undefined;
    // How many people an image shows is measured; words say less about it.
    if (COUNTED_NOUNS.has(token.text)) return undefined;
    if (isComplete(tokens, end + 1) || ALTERNATIVE.has(textAt(tokens, end + 1))) {
      return { name: wordsBetween(tokens, start, end + 1), end: end + 1 };
    }
  }
  return undefined;
}

function wordsBetween(tokens: readonly Token[], start: number, end: number): string {
  return tokens
    .slice(start, end)
    .map(({ text }) => text)
    .join(' ');
}

const EXCLUSION: Phrase = { patterns: [], filters: {} };

/** What captions do not say: an image without rights, or made by a model, is not found by leaving out words. */
function occurrenceOf({ start, end, excluded }: Exclusion): PhraseOccurrence {
  const ruledOut = { row: EXCLUSION, start, end, negated: true, leads: true, named: true, filters: {} };
  return excluded.some(isOfRights) ? { ...ruledOut, isUnread: true } : { ...ruledOut, excluded };
}

function isOfRights(name: string): boolean {
  const words = name.split(' ');
  return words.some((word) => RIGHTS_WORDS.has(word)) && !RIGHTS_THINGS.has(words.at(-1) ?? '');
}
