import type { Captures } from './slots.js';
import type { Matches, QueryContext } from './query-context.js';
import { textAt, type Token } from './tokens.js';
import {
  ARTICLES,
  LEADING_WORDS,
  PEOPLE_NOUNS,
  PERSON_NOUNS,
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

interface Condition {
  /** For the documentation, after "when" or "unless". */
  says: string;
  holds: (place: PhraseInQuery) => boolean;
}

/** What distinguishes a phrase about the image from one about its subject. */
export const CONDITIONS = {
  describesImage: {
    says: 'it describes a photo, an image, a portrait …',
    holds: ({ context, end }) => context.leadsToImage[end] === true,
  },
  describesLight: {
    says: 'it describes a photo, an image, a background, a mood …',
    holds: ({ context, end }) => context.leadsToLight[end] === true,
  },
  betweenCommas: {
    says: 'it stands alone between commas',
    holds: ({ context, start, end }) => context.freeBefore[start] === true && context.freeAfter[end] === true,
  },
  noNounFollows: {
    says: 'no noun follows',
    holds: ({ tokens, end, matches }): boolean =>
      isComplete(tokens, end) ||
      (matches[end] ?? []).some(({ row }) => row.when?.includes('amongPhrases') !== true),
  },
  afterOnePerson: {
    says: 'one person was named just before',
    holds: (place) => isOfOnePerson(place),
  },
  personsFollow: {
    says: 'a word for some people follows, such as "women"',
    holds: ({ tokens, end }) => {
      const { text = '' } = tokens[end] ?? {};
      return PEOPLE_NOUNS.has(text) && text !== 'people' && text !== 'persons';
    },
  },
  amongPhrases: {
    says: 'it stands alone between commas, beside another phrase of this table',
    holds: () => false,
  },
  worn: {
    says: 'somebody is dressed in it',
    holds: ({ tokens, start }) =>
      tokens.slice(Math.max(0, start - 2), start).some(({ text }) => WORN.has(text)),
  },
  objectFollows: {
    says: 'a thing of that kind follows, such as a frame',
    holds: ({ tokens, end }) => THING_NOUNS.has(textAt(tokens, end)),
  },
  describedBefore: {
    says: 'a word before says which',
    holds: (place) => isDescribedBefore(place) && !STYLE_WORDS.has(textAt(place.tokens, place.start - 1)),
  },
  qualified: {
    says: 'a word before says which, or of what kind',
    holds: (place) => isDescribedBefore(place),
  },
  ofAnImagePart: {
    says: 'it is said of the background, the centre or another part alone',
    holds: ({ tokens, end }) =>
      tokens[end]?.text === 'in' && tokens.slice(end + 1, end + 3).some(({ text }) => IMAGE_PARTS.has(text)),
  },
  otherShade: {
    says: 'a word before makes another colour of it: rose gold',
    holds: ({ tokens, start }) => SHADES.has(textAt(tokens, start - 1)),
  },
  panoramicObject: {
    says: 'a roof, a window or the like is panoramic',
    holds: ({ tokens, end }) => PANORAMIC_THINGS.has(textAt(tokens, end)),
  },
  timeOrScore: {
    says: 'it is a time, a score, a scale or a meeting of two',
    holds: (place) => isTimeOrScore(place),
  },
  hyphenated: {
    says: 'hyphens make a compound of it',
    holds: ({ tokens, ownStart, end }) =>
      tokens.slice(ownStart + 1, end).some(({ hyphenated }) => hyphenated),
  },
  notOfPeople: {
    says: 'it is one of animals or things',
    holds: ({ tokens, end }) => tokens[end]?.text === 'of' && !PEOPLE_NOUNS.has(textAt(tokens, end + 1)),
  },
  standsOutIdiom: {
    says: 'somebody stands out from it',
    holds: ({ tokens, start }) =>
      ARTICLES.has(textAt(tokens, start - 1)) && ['from', 'above'].includes(textAt(tokens, start - 2)),
  },
  textCompound: {
    says: 'the text is part of a compound, such as text books',
    holds: ({ tokens, end }) => TEXT_NOUNS.has(textAt(tokens, end - 1)) && !isComplete(tokens, end),
  },
  namesBlackAndWhite: {
    says: 'it is black and white',
    holds: ({ tokens, ownStart, end }) =>
      tokens
        .slice(ownStart, end + 2)
        .some(({ text }, at, all) => text === 'black' && all[at + 2]?.text === 'white'),
  },
  subjectOfVerb: {
    says: 'a verb follows: "nobody is perfect"',
    holds: ({ tokens, end }) => ['is', 'are', 'was', 'were'].includes(textAt(tokens, end)),
  },
  namesWhole: {
    says: 'the brief or its part ends, or says next what the image shows',
    holds: ({ tokens, end }) =>
      tokens[end] === undefined ||
      tokens[end].kind === 'separator' ||
      (AFTER_WHOLE.has(tokens[end].text) && !tokens[end].hyphenated),
  },
  lastAlone: {
    says: 'it stands alone after the last comma, and nothing else names an orientation',
    holds: (place) => isLastAlone(place),
  },
  endsPart: {
    says: 'the brief or its part ends there',
    holds: ({ tokens, end }) => tokens[end] === undefined || tokens[end].kind === 'separator',
  },
  hashtag: {
    says: 'it is a hashtag or a number',
    holds: (place) => isHashtag(place),
  },
} satisfies Record<string, Condition>;

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
    if (PERSON_NOUNS.has(text ?? '')) persons += 1;
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
