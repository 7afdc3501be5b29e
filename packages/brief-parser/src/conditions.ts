import type { Captures } from './slots.js';
import type { Matches, QueryContext } from './query-context.js';
import { textAt, type Token } from './tokens.js';
import {
  ARTICLES,
  IS,
  LEADING_WORDS,
  PEOPLE_NOUNS,
  isPerson,
  STYLE_WORDS,
  TEXT_NOUNS,
  THING_NOUNS,
  isComplete,
  isFollower,
} from './words.js';

/** A phrase, and where it occurs in the query. */
export interface PhraseInQuery {
  tokens: readonly Token[];
  matches: Matches;
  context: QueryContext;
  /** The first token, of the negation when there is one. */
  start: number;
  /** The first token after the negation. */
  ownStart: number;
  /** Exclusive. */
  end: number;
  captures: Captures;
}

/** What distinguishes a phrase about the image from one about its subject. */
export const CONDITIONS = {
  describesImage: ({ context, end }) => context.leadsToImage[end] === true,
  describesLight: ({ context, end }) => context.leadsToLight[end] === true,
  betweenCommas: ({ context, start, end }) =>
    context.freeBefore[start] === true && context.freeAfter[end] === true,
  /** Beside another phrase of the table: `findPhrases` looks for such words once it has the others. */
  amongPhrases: () => false,
  noNounFollows: ({ tokens, end, matches }): boolean =>
    isComplete(tokens, end) ||
    (matches[end] ?? []).some(({ row }) => row.when?.includes('amongPhrases') !== true),
  afterOnePerson: isOfOnePerson,
  personsFollow: ({ tokens, end }) => {
    const text = textAt(tokens, end);
    return PEOPLE_NOUNS.has(text) && text !== 'people' && text !== 'persons';
  },
  worn: ({ tokens, start }) => tokens.slice(Math.max(0, start - 2), start).some(({ text }) => WORN.has(text)),
  objectFollows: ({ tokens, end }) => THING_NOUNS.has(textAt(tokens, end)),
  /** A word before says which, or of what kind. */
  qualified: isDescribedBefore,
  describedBefore: (place) =>
    isDescribedBefore(place) && !STYLE_WORDS.has(textAt(place.tokens, place.start - 1)),
  /** "Family [of four]". */
  notOfFamily: ({ tokens, start }) => !FAMILIES.has(textAt(tokens, start - 1)),
  wholeBrief: ({ tokens, start, end }) => start === 0 && end === tokens.length,
  /** "Bottle of sepia ink", "grayscale monitor". */
  toneOfThing: ({ tokens, end }) => TONED_THINGS.has(textAt(tokens, end)),
  /** "A print of 300 x 400 cm". */
  inOtherUnit: ({ tokens, end }) => LENGTHS.has(textAt(tokens, end)),
  ofAnImagePart: ({ tokens, end }) =>
    textAt(tokens, end) === 'in' && tokens.slice(end + 1, end + 3).some(({ text }) => IMAGE_PARTS.has(text)),
  otherShade: ({ tokens, start }) => SHADES.has(textAt(tokens, start - 1)),
  panoramicObject: ({ tokens, end }) => PANORAMIC_THINGS.has(textAt(tokens, end)),
  timeOrScore: isTimeOrScore,
  hyphenated: ({ tokens, ownStart, end }) =>
    tokens.slice(ownStart + 1, end).some(({ hyphenated }) => hyphenated),
  /** One of animals or things: "crowd of penguins". */
  notOfPeople: ({ tokens, end }) => {
    if (textAt(tokens, end) !== 'of') return false;
    const noun = textAt(tokens, ARTICLES.has(textAt(tokens, end + 1)) ? end + 2 : end + 1);
    return !PEOPLE_NOUNS.has(noun) && !COMPANIES.has(noun);
  },
  /** "Stand out from the crowd". */
  standsOutIdiom: ({ tokens, start }) =>
    ARTICLES.has(textAt(tokens, start - 1)) && ['from', 'above'].includes(textAt(tokens, start - 2)),
  /** "Room for text books". */
  textCompound: ({ tokens, end }) => TEXT_NOUNS.has(textAt(tokens, end - 1)) && !isComplete(tokens, end),
  namesBlackAndWhite: ({ tokens, ownStart, end }) =>
    tokens
      .slice(ownStart, end + 2)
      .some(({ text }, at, all) => text === 'black' && all[at + 2]?.text === 'white'),
  /** "Nobody is perfect". */
  subjectOfVerb: ({ tokens, end }) => IS.has(textAt(tokens, end)),
  endsPart: ({ tokens, end }) => endsPart(tokens, end),
  /** The brief or its part ends, or says next what the image shows. */
  namesWhole: ({ tokens, end }) =>
    endsPart(tokens, end) || (AFTER_WHOLE.has(textAt(tokens, end)) && tokens[end]?.hyphenated !== true),
  lastAlone: isLastAlone,
  hashtag: isHashtag,
} satisfies Record<string, (place: PhraseInQuery) => boolean>;

function endsPart(tokens: readonly Token[], end: number): boolean {
  return tokens[end] === undefined || tokens[end].kind === 'separator';
}

const AFTER_WHOLE = new Set('of with for showing featuring and but without'.split(' '));
const ORIENTATION_WORDS = new Set('portrait landscape square vertical horizontal tall wide'.split(' '));

function isLastAlone({ tokens, ownStart, start, end }: PhraseInQuery): boolean {
  const before = tokens[ownStart - 1];
  if (start !== ownStart || end !== tokens.length || before?.kind !== 'separator') return false;
  return before.text === ',' && !tokens.slice(0, ownStart).some(({ text }) => ORIENTATION_WORDS.has(text));
}

const WORN = new Set(
  'dressed clad wearing painted clothes clothing outfit uniform uniforms striped suit tiled'.split(' '),
);
const FAMILIES = new Set(['family', 'families', 'household', 'band', 'crew', 'squad']);
/** Groups of people in one word: "group portrait of the orchestra". */
const COMPANIES = new Set([...FAMILIES, 'orchestra', 'choir', 'team', 'staff', 'class', 'board', 'cast']);
const TONED_THINGS = new Set(
  'ink inks pen pens marker markers pencil paint paints pigment pigments dye bottle cuttlefish printer printers monitor monitors screen screens display tv camera cameras scanner sensor paper processing'.split(
    ' ',
  ),
);
const LENGTHS = new Set('mm cm m km in inch inches ft feet metres meters centimetres millimetres'.split(' '));
const IMAGE_PARTS = new Set('background foreground back distance center centre middle'.split(' '));
/** Colours of two words that CSS has no name for, and that are far from the second. */
const SHADES = new Set(
  'rose burnt emerald baby mustard sage mint ruby brick blood wine cherry electric cobalt forest racing off ash'.split(
    ' ',
  ),
);
const PANORAMIC_THINGS = new Set(
  'roof sunroof window windows lift elevator train terrace balcony restaurant bar deck wheel glass bus coach radiograph tower'.split(
    ' ',
  ),
);

/** The most tokens between the person and "alone". */
const PERSON_DISTANCE_MAX = 5;

function isOfOnePerson({ tokens, start, end }: PhraseInQuery): boolean {
  let persons = 0;
  for (let at = start - 1; at >= 0 && at >= start - PERSON_DISTANCE_MAX; at -= 1) {
    const { kind, text } = tokens[at] ?? {};
    if (kind === 'separator') break;
    if (text === 'and' || text === 'home') return false;
    if (isPerson(text ?? '')) persons += 1;
  }
  return persons === 1 && isComplete(tokens, end);
}

function isDescribedBefore({ tokens, start, ownStart, context }: PhraseInQuery): boolean {
  const before = tokens[start - 1];
  if (before === undefined || before.kind === 'separator' || context.freeBefore[start] === true) return false;
  if (ARTICLES.has(textAt(tokens, ownStart))) return false;
  // "cheering crowd": a form in -ing before the phrase describes it.
  if (before.text.endsWith('ing')) return true;
  return !isFollower(before.text) && !LEADING_WORDS.has(before.text);
}

/** A larger ratio needs the word "ratio" or "format"; without it, it is a score or a scale. */
const RATIO_MAX = 4;
const COMMON_RATIOS = new Set(['16:10', '9:16', '10:16', '9:21', '8:10', '11:14', '10:12', '4:10']);
const TIME_BEFORE = new Set(
  'at by until till around before after since score won lost scale odds clock time psalm'.split(' '),
);
const TIME_AFTER = new Set(
  "am pm a.m p.m o'clock scale score win victory defeat odds meeting meetings conversation coaching interview session talk model hours clock".split(
    ' ',
  ),
);

function isTimeOrScore({ tokens, ownStart, end, captures: { ratio } }: PhraseInQuery): boolean {
  const before = tokens[ownStart - 1]?.text === 'of' ? ownStart - 2 : ownStart - 1;
  if (TIME_BEFORE.has(textAt(tokens, before)) || TIME_AFTER.has(textAt(tokens, end))) return true;
  if (end - ownStart > 1 || ratio === undefined) return false;
  const { text = '' } = tokens[ownStart] ?? {};
  const value = ratio.width / ratio.height;
  const readsAsTime = /^[012]?\d:[0-5]\d$/.test(text) && !COMMON_RATIOS.has(text);
  return readsAsTime || value > RATIO_MAX || value < 1 / RATIO_MAX;
}

/** Words that are also hex codes. */
const HEX_WORDS = new Set(
  'ace add bad bed bee cab dab dad deb ebb fab fad fed fee decade facade accede efface deface beaded'.split(
    ' ',
  ),
);

function isHashtag({ tokens, ownStart, end, context }: PhraseInQuery): boolean {
  if (end - ownStart > 1) return false;
  const code = textAt(tokens, ownStart).slice(1);
  if (HEX_WORDS.has(code)) return true;
  const isNumber = /^\d{3}$/.test(code) && new Set(code).size > 1;
  return isNumber && !(context.freeBefore[ownStart] === true && context.freeAfter[end] === true);
}
