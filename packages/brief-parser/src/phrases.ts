import { ORIENTATIONS, SIDES } from '@imagesearch/facets/facets';
import type { DesignFilters } from '@imagesearch/facets/filters';
import { PEOPLE_PHRASES } from './people-phrases.js';
import {
  ADJECTIVE,
  ENDING,
  FORMAT,
  NEAR_COLOUR,
  phrasesFor,
  WHOLE,
  type Phrase,
  type PhraseKind,
} from './phrase.js';
import { RIGHTS_PHRASES } from './rights-phrases.js';
import { COLOUR_PHRASES, TONE_PHRASES } from './tone-phrases.js';
import { TEXT_NOUNS } from './words.js';

const MUCH = 'some|ample|enough|plenty_of|lots_of|a_lot_of|generous|clean|clear|empty|blank|free';

const MEDIA =
  'poster|posters|banner|banners|flyer|flyers|cover|header|wallpaper|wallpapers|story|stories|billboard|postcard|brochure';
const NAMES = 'image|images|picture|pictures|photo|photos|photograph|photographs|pic|shot';

const SITES =
  'instagram|insta|ig|facebook|linkedin|twitter|pinterest|tiktok|threads|whatsapp|social_media|social';
const FOR_SITE = SITES.split('|')
  .map((site) => `for_${site}`)
  .join('|');
const POSTS = 'post|posts|tile|tiles|ad|avatar|thumbnail|thumbnails';
const VERY_WIDE = 'very_wide|ultra_wide|super_wide|extra_wide|extremely_wide|ultrawide|superwide';

const TEXTS = [...TEXT_NOUNS].join('|');
const STANDS =
  'goes|go|sits|sit|will_go|will_sit|will_be|will_stand|to_go|to_sit|should_go|should_sit|is_going|can_go|can_sit|is_placed|stands';
/** A side on which nothing is to be seen. */
const EMPTY = 'empty|free|clear|blank|clean|open|uncluttered|plain';

const AT_LEAST =
  'at_least|minimum|min|over|above|more_than|larger_than|bigger_than|greater_than|higher_than|no_less_than|not_less_than|no_smaller_than|not_smaller_than';
const OR_MORE =
  'or_more|minimum|min|and_up|and_above|and_more|and_larger|or_larger|or_bigger|or_higher|or_above|upwards|plus|+';

/** Enough for a page of a magazine at 200 pixels an inch. */
const HIGH_RESOLUTION_MEGAPIXELS = 4;

const SHAPE: PhraseKind = { when: ['betweenCommas'] };
const LAST: PhraseKind = { when: ['lastAlone'] };
const AMONG: PhraseKind = { when: ['amongPhrases'] };
/** A year or a decade without a verb or a preposition may be the subject of the image. */
const MADE = 'taken|shot|photographed|captured|made|created';

/**
 * What words mean. This table, with the parts of it that have files of their own, is the one place to extend:
 * `docs/reference/phrases.md` is generated from it.
 * Where two phrases begin at the same word the longer one is tried first.
 */
export const PHRASES: readonly Phrase[] = [
  ...TONE_PHRASES,
  // The shape of an image, said of what it is printed on or of the image itself.
  ...phrasesFor(
    { filters: ORIENTATIONS.portrait },
    [
      WHOLE,
      `vertical|portrait|tall|upright phone|mobile|iphone|android? ${MEDIA}`,
      'phone|mobile|iphone|android wallpaper|wallpapers|lockscreen',
      `tall|portrait|upright ${NAMES}`,
      `vertical|portrait|tall? ${SITES} story|stories|reel|reels`,
    ],
    [LAST, 'portrait|tall'],
    [FORMAT, 'portrait|vertical|tall orientation|format|layout', 'portrait|vertically oriented'],
    [ADJECTIVE, 'vertical'],
    [SHAPE, 'tall image|picture|photo', 'vertical|tall banner', 'portrait mode'],
  ),
  ...phrasesFor(
    { filters: ORIENTATIONS.landscape },
    [
      WHOLE,
      `horizontal|wide|landscape desktop|website? ${MEDIA}`,
      'desktop|laptop wallpaper|wallpapers',
      `wide ${NAMES}`,
    ],
    [LAST, 'wide|landscape'],
    [FORMAT, 'landscape|horizontal|wide orientation|format|layout', 'landscape|horizontally oriented'],
    [ADJECTIVE, 'horizontal|wide'],
    [SHAPE, 'wide image|picture|photo', 'horizontal|wide banner', 'landscape mode'],
  ),
  ...phrasesFor(
    { filters: ORIENTATIONS.square },
    [
      WHOLE,
      `square ${MEDIA}`,
      `square ${SITES} ${POSTS}|format|crop|${MEDIA}?`,
      `${SITES} square ${POSTS}?`,
      `square ${POSTS}? for ${SITES}`,
      `square ${POSTS}`,
    ],
    [LAST, 'square'],
    [FORMAT, 'square format|crop|cropped|orientation|layout|aspect|aspect_ratio'],
    [{ ...ADJECTIVE, when: ['describesImage'], unless: ['describedBefore'] }, 'square'],
    [AMONG, 'square'],
  ),
  ...phrasesFor(
    { filters: { aspectMin: 2 } },
    [
      { ...FORMAT, unless: ['panoramicObject', 'objectFollows'] },
      'panorama',
      'panoramic',
      'ultra wide banner|image|photo|picture|shot|format',
      'ultrawide banner|image|photo|format',
      `${VERY_WIDE} ${NAMES}|format|crop|orientation|layout|aspect|aspect_ratio`,
    ],
    [WHOLE, `${VERY_WIDE} desktop|website|web? ${MEDIA}`],
    [ADJECTIVE, VERY_WIDE],
  ),
  ...phrasesFor(
    {
      filters: ({ ratio }) => ratio && ratioFilters(ratio.width / ratio.height),
      meaning: 'aspect_min: 0.97·W/H, aspect_max: 1.03·W/H, 2 decimals',
    },
    [
      { ...FORMAT, unless: ['timeOrScore', 'objectFollows'] },
      '{ratio}',
      '{ratio} format|crop|ratio|aspect|aspect_ratio|orientation|layout',
      'aspect? ratio of? {ratio}',
    ],
    [{ ...ENDING, unless: ['timeOrScore'] }, '{ratio} square|vertical|horizontal'],
  ),
  ...phrasesFor({ filters: { resolutionMin: HIGH_RESOLUTION_MEGAPIXELS } }, [
    FORMAT,
    'high|hi resolution|res',
    'hires|highres',
    'high|hi resolution|res image|images|photo|photos|picture|pictures|file|files',
  ]),
  ...phrasesFor(
    {
      filters: ({ megapixels }) => (megapixels === undefined ? undefined : { resolutionMin: megapixels }),
      meaning: 'resolution_min: the number',
    },
    [ENDING, `${AT_LEAST} {megapixels}`, `{megapixels} ${OR_MORE}`],
    [ADJECTIVE, '{megapixels}'],
  ),
  ...phrasesFor(
    {
      filters: ({ size }) => size && { resolutionMin: megapixelsOf(size) },
      meaning: 'resolution_min: W·H in megapixels',
    },
    [
      { ...ENDING, unless: ['inOtherUnit'] },
      `${AT_LEAST} {size} pixels|pixel|px?`,
      `{size} pixels|pixel|px? ${OR_MORE}`,
    ],
  ),
  ...phrasesFor(
    {
      filters: ({ size }) =>
        size && { ...ratioFilters(size.width / size.height), resolutionMin: megapixelsOf(size) },
      meaning: 'aspect_min and aspect_max as of the ratio W:H, resolution_min: W·H in megapixels',
    },
    [
      { ...FORMAT, unless: ['inOtherUnit', 'objectFollows'] },
      `{size} pixels|pixel|px? resolution|format|size|crop|${MEDIA}? ${FOR_SITE}?`,
    ],
  ),
  ...PEOPLE_PHRASES,
  ...phrasesFor(
    {
      filters: ({ sides }) => ({ negSpaceAny: [...(sides ?? SIDES)] }),
      meaning: 'neg_space_any: the sides named, or all four',
    },
    [
      { unless: ['textCompound', 'ofAnImagePart'] },
      `${MUCH}? copy|negative|text space {sides}?`,
      `${MUCH}? copyspace {sides}?`,
      `${MUCH}? copy|negative space {sides}? for {texts} {sides}?`,
      `${MUCH}? copyspace {sides}? for {texts} {sides}?`,
      `${MUCH}? room|space {sides}? for {texts} {sides}?`,
      'clean|clear|empty|blank area {sides}? for {texts} {sides}?',
      `leave|keep|leaving|keeping {sides} ${EMPTY} for_{texts}?`,
      `a|the|our|your|my? ${TEXTS} ${STANDS} {sides}`,
      `we|i? will|would|shall? put|place a|the|our|your|my? ${TEXTS} {sides}`,
      '{sides} copy|negative space',
      '{sides} copyspace',
    ],
    [
      { ...SHAPE, unless: ['wholeBrief'] },
      `${TEXTS} {sides}`,
      `{sides} left|kept? ${EMPTY} for_{texts}?`,
      `nothing|${EMPTY} {sides}`,
    ],
    [SHAPE, 'copy|headline|masthead {sides}'],
    [
      ENDING,
      `with {sides} left|kept ${EMPTY} for_{texts}?`,
      'with {sides} empty|blank|uncluttered for_{texts}?',
      'with a|an? empty|blank|uncluttered {sides}',
    ],
    [ADJECTIVE, 'minimal|minimalist|minimalistic'],
    [{ when: ['endsPart'], unless: ['qualified'] }, 'space|room {sides}'],
    [ENDING, 'lots_of|plenty_of|some|a_lot_of? empty|blank|clean|clear|free space {sides}'],
  ),
  ...phrasesFor(
    NEAR_COLOUR,
    [
      { ...ENDING, unless: ['namesBlackAndWhite', 'otherShade'] },
      '{colours} tones|tone|palette|hues|hue|colors|color',
      '{colours} color scheme|palette|grading|grade',
      'mostly|predominantly|mainly {colours} tones|hues|colors?',
      // When what follows the comma is another matter: "mostly teal, red bicycle".
      'mostly|predominantly|mainly {colour}',
      'color scheme|palette of {colours}',
      'a? palette|tones|hues of {colours}',
      'a? palette|tones|hues of {colour}',
    ],
    [
      { ...ADJECTIVE, when: ['describesImage'], unless: ['otherShade'] },
      'mostly|predominantly|mainly {colour}',
      '{colour} toned|tinted',
    ],
    [{ unless: ['hashtag'] }, '{hex}', 'brand? color|hex {hex}'],
    [AMONG, '{hue}'],
  ),
  ...COLOUR_PHRASES,
  ...phrasesFor(
    {
      filters: ({ year }) =>
        year === undefined ? undefined : { createdFrom: `${year}`, createdTo: `${year}` },
      meaning: 'created_from and created_to: the year',
    },
    [ENDING, `${MADE} in|during {year}`, `${MADE}? from {year}`],
  ),
  ...phrasesFor(
    {
      filters: ({ decade }) =>
        decade === undefined ? undefined : { createdFrom: `${decade}`, createdTo: `${decade + 9}` },
      meaning: 'created_from: the first year, created_to: the last year',
    },
    [ENDING, `${MADE} in|during the {decade}`, `${MADE}? from the {decade}`],
  ),
  {
    patterns: [`${MADE}? since {year}`],
    filters: ({ year }) => (year === undefined ? undefined : { createdFrom: `${year}` }),
    meaning: 'created_from: the year',
    ...ENDING,
  },
  {
    patterns: [`${MADE} after {year}`],
    filters: ({ year }) => (year === undefined ? undefined : { createdFrom: `${year + 1}` }),
    meaning: 'created_from: the year after',
    ...ENDING,
  },
  {
    patterns: [`${MADE} before {year}`],
    filters: ({ year }) => (year === undefined ? undefined : { createdTo: `${year - 1}` }),
    meaning: 'created_to: the year before',
    ...ENDING,
  },
  ...RIGHTS_PHRASES,
];

/** Rounded down, so that an image of just this size has enough. */
function megapixelsOf({ width, height }: { width: number; height: number }): number {
  return Math.floor((width * height) / 10_000) / 100;
}

/** How far an image's proportions may be from the ratio asked for. */
const RATIO_TOLERANCE = 0.03;

function ratioFilters(ratio: number): DesignFilters | undefined {
  const aspectMin = Number((ratio * (1 - RATIO_TOLERANCE)).toFixed(2));
  const aspectMax = Number((ratio * (1 + RATIO_TOLERANCE)).toFixed(2));
  return aspectMin > 0 ? { aspectMin, aspectMax } : undefined;
}
