import { colorsNamed, formatHex } from 'culori';
import { SIDES, type Side } from '@imagesearch/facets/facets';
import { textAt, type Token } from './tokens.js';
import { ARTICLES, TEXT_NOUNS, countOf } from './words.js';

/** The values that the slots of a pattern read: numbers, colours, sides. */
export interface Captures {
  count?: number;
  /** A second count: "two to four people". */
  countTo?: number;
  ratio?: { width: number; height: number };
  /** In pixels. */
  size?: { width: number; height: number };
  megapixels?: number;
  /** `#rrggbb`; of several colours the first. */
  colour?: string;
  sides?: Side[];
  /** Of four digits. */
  year?: number;
  /** The first year of a decade: `1990` of "1990s". */
  decade?: number;
}

/** Reads a slot at a token, as far as it goes: its values, and the token after it. */
export type Slot = (tokens: readonly Token[], at: number) => { end: number; captures: Captures } | undefined;

/** A whole number, in words or digits. */
const count: Slot = (tokens, at) => {
  const token = tokens[at];
  const value = token && (token.kind === 'number' || token.kind === 'word') ? countOf(token.text) : undefined;
  return value === undefined ? undefined : { end: at + 1, captures: { count: value } };
};

const countTo: Slot = (tokens, at) => {
  const read = count(tokens, at);
  return read?.captures.count === undefined
    ? undefined
    : { end: read.end, captures: { countTo: read.captures.count } };
};

/** "2-3", "2–3": two counts with nothing but a dash between them. */
const range: Slot = (tokens, at) => {
  const from = count(tokens, at);
  const dashed = tokens[at + 1]?.text === '–' ? at + 2 : at + 1;
  const to = countTo(tokens, dashed);
  if (!from || !to || (dashed === at + 1 && tokens[dashed]?.hyphenated !== true)) return undefined;
  return { end: to.end, captures: { ...from.captures, ...to.captures } };
};

const year: Slot = (tokens, at) => {
  const { kind, text = '' } = tokens[at] ?? {};
  return kind === 'number' && YEAR.test(text) ? { end: at + 1, captures: { year: Number(text) } } : undefined;
};

/** "1990s"; "90s" is left to be searched for, since it may be a style. */
const decade: Slot = (tokens, at) => {
  const [, first] = DECADE.exec(textAt(tokens, at)) ?? [];
  return first === undefined ? undefined : { end: at + 1, captures: { decade: Number(first) } };
};

/** Since there are photographs. */
const YEAR = /^(?:1[89]|20)\d{2}$/;
const DECADE = /^((?:1[89]|20)\d0)'?s$/;

/** `16:9`; neither side may be zero. */
const ratio: Slot = (tokens, at) => {
  const token = tokens[at];
  if (token?.kind !== 'ratio') return undefined;
  const [width = 0, height = 0] = token.text.split(':').map(Number);
  return width > 0 && height > 0 ? { end: at + 1, captures: { ratio: { width, height } } } : undefined;
};

/** "1920x1080", "3000 × 2000", "3000 by 2000"; smaller numbers count things or centimetres. */
const size: Slot = (tokens, at) => {
  const joined = /^(\d{3,5})x(\d{3,5})(?:px)?$/.exec(textAt(tokens, at));
  const apart = joined === null && TIMES.has(textAt(tokens, at + 1));
  const [width, height] = (joined?.slice(1) ?? [textAt(tokens, at), textAt(tokens, at + 2)]).map(pixelsOf);
  if (width === undefined || height === undefined) return undefined;
  if (joined === null && !apart) return undefined;
  return { end: at + (apart ? 3 : 1), captures: { size: { width, height } } };
};

const TIMES = new Set(['x', '×', 'by']);
const SIDE_PIXELS_MIN = 200;

function pixelsOf(text: string): number | undefined {
  const pixels = /^(?:\d{3,5}|\d{1,2},\d{3})(?:px)?$/.test(text) ? parseInt(text.replace(',', ''), 10) : 0;
  return pixels >= SIDE_PIXELS_MIN ? pixels : undefined;
}

/** "12 megapixels", "2.5 MP", "24mp", "12+ MP". */
const megapixels: Slot = (tokens, at) => {
  const joined = /^(\d{1,4})(?:mp|mpx|mpix)$/.exec(textAt(tokens, at))?.[1];
  const unit = textAt(tokens, at + 1) === '+' ? at + 2 : at + 1;
  const apart = MEGAPIXELS.has(textAt(tokens, unit)) ? textAt(tokens, at) : '';
  const value = joined ?? (/^\d{1,4}(?:\.\d{1,3})?$/.test(apart) ? apart : countOf(apart));
  if (value === undefined || Number(value) === 0) return undefined;
  return { end: joined === undefined ? unit + 1 : at + 1, captures: { megapixels: Number(value) } };
};

const MEGAPIXELS = new Set(['megapixels', 'megapixel', 'mp', 'mpx', 'mpix', 'mpixels']);

const hex: Slot = (tokens, at) => {
  const token = tokens[at];
  return token?.kind === 'hex' ? { end: at + 1, captures: { colour: longHex(token.text) } } : undefined;
};

/** A colour by its CSS name or hex code, and one word about it at most: "pale pink". */
const colour: Slot = (tokens, at) =>
  namedColour(tokens, at) ?? (TONES.has(textAt(tokens, at)) ? namedColour(tokens, at + 1) : undefined);

/** … in as many words as its name has: "dark olive green". */
const namedColour: Slot = (tokens, at) => {
  const code = hex(tokens, at);
  if (code) return code;
  let longest: ReturnType<Slot>;
  let name = '';
  for (let end = at; tokens[end]?.kind === 'word';) {
    name += textAt(tokens, end);
    if (!NAME_BEGINNINGS.has(name)) break;
    end += 1;
    const colour = NAMED.get(name);
    if (colour !== undefined) longest = { end, captures: { colour } };
  }
  return longest;
};

/** A colour whose name is not also an object's: "snow" between commas is a subject. */
const hue: Slot = (tokens, at) => {
  const read = colour(tokens, at);
  return read && !COLOUR_THINGS.has(textAt(tokens, read.end - 1)) ? read : undefined;
};

/** Modifiers of a colour that CSS has no name for: "dusty pink" is read as pink. */
const TONES = new Set(
  'bright deep soft vivid rich muted strong warm cool pale pastel dusty neon faded icy subtle dark light medium'.split(
    ' ',
  ),
);
const COLOUR_THINGS = new Set(
  'snow wheat tomato chocolate salmon linen seashell orchid plum lime peru thistle orange olive coral gold silver lavender violet honeydew sienna'.split(
    ' ',
  ),
);

const COLOURS_MAX = 5;

/** One colour or several, with commas and "and" between them; the first one counts. */
const colours: Slot = (tokens, at) => {
  const first = colour(tokens, at);
  if (!first) return undefined;
  let { end } = first;
  let named = 1;
  while (named < COLOURS_MAX) {
    const next = colour(tokens, afterConjunction(tokens, end));
    if (!next) break;
    ({ end } = next);
    named += 1;
  }
  return { end, captures: first.captures };
};

const SIDE_WORDS = new Map<string, readonly Side[]>([
  ...SIDES.map((side): [string, readonly Side[]] => [side, [side]]),
  ['everywhere', SIDES],
  ['above', ['top']],
  ['upper', ['top']],
  ['below', ['bottom']],
  ['beneath', ['bottom']],
  ['underneath', ['bottom']],
  ['lower', ['bottom']],
]);
const BEFORE_SIDE = new Set(['on', 'at', 'to', 'in', 'along', 'across', 'near']);
const AFTER_SIDE = new Set([
  'hand',
  'side',
  'sides',
  'edge',
  'third',
  'half',
  'part',
  'area',
  'corner',
  'portion',
]);
const ALL_OF_BOTH = new Set(['both', 'either', 'each']);
const SIDES_NAMED_MAX = 4;

/** The sides of an image that are named, in the order of `SIDES`. */
const sides: Slot = (tokens, at) => {
  const found = new Set<Side>();
  let end = at;
  for (let named = 0; named < SIDES_NAMED_MAX; named += 1) {
    const next = oneSide(tokens, named === 0 ? at : afterConjunction(tokens, end));
    if (!next) break;
    for (const side of next.sides) found.add(side);
    ({ end } = next);
  }
  if (found.size === 0) return undefined;
  return { end: afterImageNoun(tokens, end), captures: { sides: SIDES.filter((side) => found.has(side)) } };
};

function oneSide(
  tokens: readonly Token[],
  from: number,
): { end: number; sides: readonly Side[] } | undefined {
  let at = from;
  if (BEFORE_SIDE.has(textAt(tokens, at))) at += 1;
  if (ARTICLES.has(textAt(tokens, at))) at += 1;
  if (['all', 'every'].includes(textAt(tokens, at)) && textAt(tokens, at + 1).startsWith('side')) {
    return { end: at + 2, sides: SIDES };
  }
  if (ALL_OF_BOTH.has(textAt(tokens, at)) && textAt(tokens, at + 1).startsWith('side')) {
    return { end: at + 2, sides: ['left', 'right'] };
  }
  const named = SIDE_WORDS.get(textAt(tokens, at));
  if (!named) return undefined;
  let end = at + 1;
  while (AFTER_SIDE.has(textAt(tokens, end)) && end - at < 3) end += 1;
  return { end, sides: named };
}

const BEFORE_TEXT = new Set(['a', 'an', 'the', 'our', 'your', 'my', 'some', 'text']);
const TEXTS_NAMED_MAX = 4;

/** What an empty space is meant for: "text", "a headline and a button". */
const texts: Slot = (tokens, at) => {
  let end: number | undefined;
  for (let named = 0; named < TEXTS_NAMED_MAX; named += 1) {
    const from = end === undefined ? at : afterConjunction(tokens, end);
    const own = BEFORE_TEXT.has(textAt(tokens, from)) && TEXT_NOUNS.has(textAt(tokens, from + 1));
    const noun = own ? from + 1 : from;
    if (!TEXT_NOUNS.has(textAt(tokens, noun))) break;
    end = noun + 1;
  }
  return end === undefined ? undefined : { end, captures: {} };
};

const WHOLES = new Set(['image', 'picture', 'photo', 'frame', 'shot', 'composition']);

/** The index after "of the image", or after "the subject" in "above the subject". */
function afterImageNoun(tokens: readonly Token[], at: number): number {
  const whole = textAt(tokens, at) === 'of' ? at + 1 : at;
  if (textAt(tokens, whole) !== 'the') return at;
  const noun = textAt(tokens, whole + 1);
  return noun === 'subject' || (whole > at && WHOLES.has(noun)) ? whole + 2 : at;
}

/** The index after a comma, "or", "and", or a comma and one of these. */
function afterConjunction(tokens: readonly Token[], at: number): number {
  const afterComma = textAt(tokens, at) === ',' || textAt(tokens, at) === '/' ? at + 1 : at;
  return ['or', 'and'].includes(textAt(tokens, afterComma)) ? afterComma + 1 : afterComma;
}

/** Codes of colours by their CSS names, which have no spaces. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.keys(colorsNamed).map((name) => [name.replaceAll('grey', 'gray'), formatHex(name) ?? '']),
);
/** Every beginning of such a name; any other text ends the search for one. */
const NAME_BEGINNINGS: ReadonlySet<string> = new Set(
  [...NAMED.keys()].flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))),
);

function longHex(code: string): string {
  return code.length === 4 ? code.replace(/[0-9a-f]/g, '$&$&') : code;
}

export const SLOTS = {
  count,
  countTo,
  range,
  ratio,
  size,
  megapixels,
  hex,
  colour,
  hue,
  colours,
  sides,
  texts,
  year,
  decade,
} satisfies Record<string, Slot>;
export type SlotName = keyof typeof SLOTS;
