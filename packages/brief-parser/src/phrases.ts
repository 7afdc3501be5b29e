import { ORIENTATIONS, SIDES } from '@imagesearch/facets/facets';
import type { DesignFilters } from '@imagesearch/facets/filters';
import { DATE_PHRASES } from './date-phrases.js';
import { PEOPLE_PHRASES } from './people-phrases.js';
import { ADJECTIVE, ENDING, NEAR_COLOUR, WHOLE, type Phrase, type PhraseKind } from './phrase.js';
import { COLOUR_PHRASES, TONE_PHRASES } from './tone-phrases.js';

const MUCH = 'some|ample|enough|plenty_of|lots_of|a_lot_of|generous|clean|clear|empty|blank|free';

const MEDIA =
  'poster|posters|banner|banners|flyer|flyers|cover|header|wallpaper|wallpapers|story|stories|billboard|postcard|brochure';
const NAMES = 'image|images|picture|pictures|photo|photos|photograph|photographs|pic|shot';

/** Enough for a page of a magazine at 200 pixels an inch. */
const HIGH_RESOLUTION_MEGAPIXELS = 4;

/** One object, so that saying it twice is no contradiction. */
const CC0: DesignFilters = { licenseAny: ['cc0'] };

/** A property of the image, wherever no thing of that kind follows. */
const FORMAT: PhraseKind = { unless: ['objectFollows'], isAdjective: true, takes: 'image' };
const SHAPE: PhraseKind = { when: ['betweenCommas'] };
const LAST: PhraseKind = { when: ['lastAlone'] };

const OF_RATIO: Phrase['filters'] = ({ ratio }) => ratio && ratioFilters(ratio.width / ratio.height);

/** The sides that were named are to be empty. */
const ON_SIDES: Pick<Phrase, 'filters' | 'meaning'> = {
  filters: ({ sides }) => (sides === undefined ? undefined : { negSpaceAny: [...sides] }),
  meaning: 'neg_space_any: the sides named',
};

/**
 * What words mean. This table, with the parts of it that have files of their own, is the one place to extend:
 * `docs/reference/phrases.md` is generated from it.
 * Where two phrases begin at the same word the longer one is tried first.
 */
export const PHRASES: readonly Phrase[] = [
  ...TONE_PHRASES,
  // The shape of an image, said of what it is printed on or of the image itself.
  {
    patterns: [
      `vertical|portrait|tall|upright phone|mobile|iphone|android? ${MEDIA}`,
      'phone|mobile|iphone|android wallpaper|wallpapers|lockscreen',
      `tall|portrait|upright ${NAMES}`,
    ],
    filters: ORIENTATIONS.portrait,
    ...WHOLE,
  },
  {
    patterns: [
      `horizontal|wide|landscape desktop|website? ${MEDIA}`,
      'desktop|laptop wallpaper|wallpapers',
      `wide ${NAMES}`,
    ],
    filters: ORIENTATIONS.landscape,
    ...WHOLE,
  },
  { patterns: [`square ${MEDIA}`], filters: ORIENTATIONS.square, ...WHOLE },
  { patterns: ['portrait', 'tall'], filters: ORIENTATIONS.portrait, ...LAST },
  { patterns: ['wide', 'landscape'], filters: ORIENTATIONS.landscape, ...LAST },
  { patterns: ['square'], filters: ORIENTATIONS.square, ...LAST },
  {
    patterns: [
      'portrait orientation|format|layout',
      'vertical|tall orientation|format|layout',
      'portrait|vertically oriented',
    ],
    filters: ORIENTATIONS.portrait,
    ...FORMAT,
  },
  { patterns: ['vertical'], filters: ORIENTATIONS.portrait, ...ADJECTIVE },
  {
    patterns: ['tall image|picture|photo', 'vertical|tall banner', 'portrait mode'],
    filters: ORIENTATIONS.portrait,
    ...SHAPE,
  },
  {
    patterns: [
      'landscape orientation|format|layout',
      'horizontal|wide orientation|format|layout',
      'landscape|horizontally oriented',
    ],
    filters: ORIENTATIONS.landscape,
    ...FORMAT,
  },
  { patterns: ['horizontal|wide'], filters: ORIENTATIONS.landscape, ...ADJECTIVE },
  {
    patterns: ['wide image|picture|photo', 'horizontal|wide banner', 'landscape mode'],
    filters: ORIENTATIONS.landscape,
    ...SHAPE,
  },
  {
    patterns: ['square format|crop|cropped|orientation|layout|aspect|aspect_ratio'],
    filters: ORIENTATIONS.square,
    ...FORMAT,
  },
  {
    patterns: ['square'],
    filters: ORIENTATIONS.square,
    when: ['describesImage'],
    unless: ['describedBefore'],
    isAdjective: true,
    takes: 'image',
  },
  { patterns: ['square'], filters: ORIENTATIONS.square, when: ['amongPhrases'] },
  {
    patterns: [
      'panorama',
      'panoramic',
      'ultra wide banner|image|photo|picture|shot|format',
      'ultrawide banner|image|photo|format',
    ],
    filters: { aspectMin: 2 },
    unless: ['panoramicObject', 'objectFollows'],
    isAdjective: true,
    takes: 'image',
  },
  {
    patterns: [
      '{ratio}',
      '{ratio} format|crop|ratio|aspect|aspect_ratio|orientation|layout',
      'aspect? ratio of? {ratio}',
    ],
    filters: OF_RATIO,
    meaning: 'aspect_min: 0.97·W/H, aspect_max: 1.03·W/H, 2 decimals',
    unless: ['timeOrScore', 'objectFollows'],
    isAdjective: true,
    takes: 'image',
  },
  {
    patterns: ['{ratio} square|vertical|horizontal'],
    filters: OF_RATIO,
    meaning: 'as the ratio alone',
    when: ['noNounFollows'],
    unless: ['timeOrScore'],
  },
  {
    patterns: [
      'high|hi resolution|res',
      'hires|highres',
      'high|hi resolution|res image|images|photo|photos|picture|pictures|file|files',
    ],
    filters: { resolutionMin: HIGH_RESOLUTION_MEGAPIXELS },
    ...FORMAT,
  },
  {
    patterns: [
      'at_least|minimum|min|over|above|more_than {count} megapixels|megapixel|mp',
      '{count} megapixels|megapixel|mp or_more|minimum|and_up|or_larger|or_higher',
    ],
    filters: ({ count }) => (count === undefined || count === 0 ? undefined : { resolutionMin: count }),
    meaning: 'resolution_min: the number',
    ...ENDING,
  },
  ...PEOPLE_PHRASES,
  {
    patterns: [
      `${MUCH}? copy|negative|text space {sides}?`,
      `${MUCH}? copyspace {sides}?`,
      `${MUCH}? copy|negative space {sides}? for {texts} {sides}?`,
      `${MUCH}? copyspace {sides}? for {texts} {sides}?`,
      `${MUCH}? room|space {sides}? for {texts} {sides}?`,
      'clean|clear|empty|blank area {sides}? for {texts} {sides}?',
      '{sides} copy|negative space',
      '{sides} copyspace',
    ],
    filters: ({ sides }) => ({ negSpaceAny: [...(sides ?? SIDES)] }),
    meaning: 'neg_space_any: the sides named, or all four',
    unless: ['textCompound', 'ofAnImagePart'],
  },
  { patterns: ['minimal|minimalist|minimalistic'], filters: { negSpaceAny: [...SIDES] }, ...ADJECTIVE },
  { patterns: ['space|room {sides}'], ...ON_SIDES, when: ['endsPart'], unless: ['qualified'] },
  {
    patterns: [`lots_of|plenty_of|some|a_lot_of? empty|blank|clean|clear|free space {sides}`],
    ...ON_SIDES,
    ...ENDING,
  },
  {
    patterns: [
      '{colours} tones|tone|palette|hues|hue|colors|color',
      '{colours} color scheme|palette|grading|grade',
      'mostly|predominantly|mainly {colours} tones|hues|colors?',
      // When what follows the comma is another matter: "mostly teal, red bicycle".
      'mostly|predominantly|mainly {colour}',
      'color scheme|palette of {colours}',
      'a? palette|tones|hues of {colours}',
      'a? palette|tones|hues of {colour}',
    ],
    ...NEAR_COLOUR,
    meaning: 'palette_near: the colour, the first of several',
    ...ENDING,
    unless: ['namesBlackAndWhite', 'otherShade'],
  },
  {
    patterns: ['mostly|predominantly|mainly {colour}', '{colour} toned|tinted'],
    ...NEAR_COLOUR,
    when: ['describesImage'],
    unless: ['otherShade'],
    isAdjective: true,
    takes: 'image',
  },
  { patterns: ['{hex}', 'brand? color|hex {hex}'], ...NEAR_COLOUR, unless: ['hashtag'] },
  { patterns: ['{hue}'], ...NEAR_COLOUR, when: ['amongPhrases'] },
  ...COLOUR_PHRASES,
  ...DATE_PHRASES,
  {
    patterns: [
      'cc0 only',
      'only cc0',
      'cc0 images|photos|pictures? only',
      'licensed? under? cc0',
      'cc0 licensed',
    ],
    filters: CC0,
    when: ['namesWhole', 'betweenCommas'],
  },
  { patterns: ['cc0'], filters: CC0, ...FORMAT },
  {
    patterns: [
      'free|licensed|cleared|allowed|available|usable|ok|okay? for commercial use|usage|purposes',
      'commercial use|usage is? allowed|permitted|ok|okay',
      'for commercial use|usage|purposes',
      'can be used commercially',
      'used commercially',
      'free|ok|okay to use commercially',
      'commercially usable',
      'for advertising|ads|adverts',
      'for an|a|our|my print|banner|social_media|facebook|instagram|magazine? ad|advert|advertisement',
      'for an|a|our|my print|banner|social_media|facebook|instagram|magazine? ad|advertising campaign',
    ],
    filters: { commercial: true },
    when: ['noNounFollows', 'describesImage'],
    takes: 'image',
  },
  {
    patterns: [
      'can be edited|modified|remixed|adapted|altered',
      'modifiable|remixable|editable',
      'derivative works allowed|permitted|ok|okay',
      'derivatives|edits|editing|remixing|modifications|adaptations is|are? allowed|permitted|ok|okay',
      'free|allowed to edit|modify|remix',
    ],
    filters: { derivatives: true },
    when: ['noNounFollows', 'describesImage'],
    isAdjective: true,
    takes: 'image',
  },
  {
    patterns: [
      'no|without attribution needed|required|necessary?',
      'attribution not needed|required|necessary',
      'attribution free',
      'no credit needed|required|necessary|line',
    ],
    filters: { attributionRequired: false },
  },
];

/** How far an image's proportions may be from the ratio asked for. */
const RATIO_TOLERANCE = 0.03;

function ratioFilters(ratio: number): DesignFilters | undefined {
  const aspectMin = Number((ratio * (1 - RATIO_TOLERANCE)).toFixed(2));
  const aspectMax = Number((ratio * (1 + RATIO_TOLERANCE)).toFixed(2));
  return aspectMin > 0 ? { aspectMin, aspectMax } : undefined;
}
