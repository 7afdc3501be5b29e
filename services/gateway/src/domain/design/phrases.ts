import { SIDES } from '../filters.js';
import type { DesignFilters } from './design-filters.js';
import { PEOPLE_PHRASES } from './people-phrases.js';
import type { Phrase } from './phrase.js';

const DARK: Pick<Phrase, 'when' | 'role' | 'takes'> = {
  when: ['lights', 'alone'],
  role: 'adjective',
  takes: 'light',
};
const TEXT =
  'text|copy|words|type|typography|lettering|a_headline|headline|headlines|a_title|title|titles|a_caption|captions|text_overlay|a_text_overlay|a_logo';
const TONED = 'bright|deep|soft|vivid|rich|muted|strong|very|warm|cool';
const MUCH = 'some|ample|enough|plenty_of|lots_of|a_lot_of|generous|clean|clear|empty|blank|free';

/**
 * What words mean. This table is the one place to extend: the documentation for API consumers is generated from it.
 * Where two phrases begin at the same word the longer one is tried first.
 */
export const PHRASES: readonly Phrase[] = [
  {
    patterns: ['black and white', 'b and w', 'b / w', 'bw', 'monochrome|monochromatic', 'grayscale'],
    filters: { monochrome: true },
    negated: { monochrome: false },
    when: ['describesPicture', 'alone'],
    role: 'adjective',
    takes: 'picture',
  },
  {
    patterns: [
      'in black and white',
      'in b and w',
      'in b / w',
      'in bw',
      'in monochrome|grayscale',
      'black and white tones|palette',
    ],
    filters: { monochrome: true },
    negated: { monochrome: false },
    when: ['complete'],
    unless: ['worn'],
    role: 'noun',
  },
  {
    patterns: ['in full? color', 'in full colors'],
    filters: { monochrome: false },
    negated: { monochrome: true },
    when: ['complete'],
    unless: ['worn'],
    role: 'noun',
  },
  {
    patterns: ['full color', 'colorful'],
    filters: { monochrome: false },
    when: ['describesPicture', 'alone'],
    role: 'adjective',
    takes: 'picture',
  },
  { patterns: ['dark', 'dim', 'dimly lit', 'moody', 'low key'], filters: { luminanceMax: 0.35 }, ...DARK },
  {
    patterns: ['very|extremely dark', 'almost|nearly black'],
    filters: { luminanceMax: 0.2 },
    ...DARK,
  },
  {
    patterns: ['bright', 'brightly lit', 'light|bright and airy', 'well lit'],
    filters: { luminanceMin: 0.65 },
    ...DARK,
  },
  { patterns: ['very|extremely bright', 'high key'], filters: { luminanceMin: 0.8 }, ...DARK },
  {
    patterns: ['portrait orientation|format|layout|mode', 'vertical|tall orientation|format|layout'],
    filters: { aspectMax: 0.9 },
    unless: ['thingAfter'],
    role: 'adjective',
    takes: 'picture',
  },
  {
    patterns: ['vertical'],
    filters: { aspectMax: 0.9 },
    when: ['describesPicture', 'alone'],
    role: 'adjective',
    takes: 'picture',
  },
  {
    patterns: ['landscape orientation|format|layout|mode', 'horizontal|wide orientation|format|layout'],
    filters: { aspectMin: 1.1 },
    unless: ['thingAfter'],
    role: 'adjective',
    takes: 'picture',
  },
  {
    patterns: ['horizontal'],
    filters: { aspectMin: 1.1 },
    when: ['describesPicture', 'alone'],
    role: 'adjective',
    takes: 'picture',
  },
  {
    patterns: ['square format|crop|cropped|orientation|layout|aspect|aspect_ratio'],
    filters: { aspectMin: 0.95, aspectMax: 1.05 },
    unless: ['thingAfter'],
    role: 'adjective',
    takes: 'picture',
  },
  {
    patterns: ['square'],
    filters: { aspectMin: 0.95, aspectMax: 1.05 },
    when: ['describesPicture'],
    unless: ['describedBefore'],
    role: 'adjective',
    takes: 'picture',
  },
  {
    patterns: ['square'],
    filters: { aspectMin: 0.95, aspectMax: 1.05 },
    when: ['amongPhrases'],
    role: 'noun',
  },
  {
    patterns: [
      'panorama',
      'panoramic',
      'ultra wide banner|image|photo|picture|shot|format',
      'ultrawide banner|image|photo|format',
    ],
    filters: { aspectMin: 2 },
    unless: ['panoramicThing', 'thingAfter'],
    role: 'adjective',
    takes: 'picture',
  },
  {
    patterns: [
      '{ratio}',
      '{ratio} format|crop|ratio|aspect|aspect_ratio|orientation|layout',
      'aspect? ratio of? {ratio}',
    ],
    filters: ({ ratio }) => ratio && ratioFilters(ratio.width / ratio.height),
    meaning: 'aspect_min: 0.97·W/H, aspect_max: 1.03·W/H, 2 decimals',
    unless: ['timeOrScore', 'thingAfter'],
    role: 'adjective',
    takes: 'picture',
  },
  ...PEOPLE_PHRASES,
  {
    patterns: [
      `${MUCH}? copy|negative space {sides}?`,
      `${MUCH}? copyspace {sides}?`,
      `${MUCH}? text space {sides}?`,
      `${MUCH}? room|space {sides}? for ${TEXT} {sides}?`,
      '{sides} copy|negative space',
      '{sides} copyspace',
    ],
    filters: ({ sides }) => ({ negSpaceAny: [...(sides ?? SIDES)] }),
    meaning: 'neg_space_any: the sides named, or all four',
    unless: ['textOfAThing'],
    role: 'noun',
  },
  {
    patterns: [
      `${TONED}? {colours} tones|tone|palette|hues|hue|colors|color`,
      `${TONED}? {colours} color scheme|palette`,
      'mostly|predominantly|mainly {colours} tones|hues|colors?',
      // When what follows the comma is another matter: "mostly teal, red bicycle".
      'mostly|predominantly|mainly {colour}',
      'a? palette|tones|hues of {colours}',
      'a? palette|tones|hues of {colour}',
    ],
    filters: ({ colour }) => (colour === undefined ? undefined : { paletteNear: colour }),
    meaning: 'palette_near: the colour, the first of several',
    when: ['complete'],
    unless: ['blackAndWhite'],
    role: 'noun',
  },
  {
    patterns: ['{hex}', 'color {hex}'],
    filters: ({ colour }) => (colour === undefined ? undefined : { paletteNear: colour }),
    meaning: 'palette_near: the colour',
    unless: ['hashtag'],
    role: 'noun',
  },
  {
    patterns: ['{colour}'],
    filters: ({ colour }) => (colour === undefined ? undefined : { paletteNear: colour }),
    meaning: 'palette_near: the colour',
    when: ['amongPhrases'],
    role: 'noun',
  },
  {
    patterns: [
      'free|licensed|cleared|allowed|available|usable|ok|okay? for commercial use|usage|purposes',
      'commercial use|usage is? allowed|permitted|ok|okay',
      'commercially usable',
      'for advertising|ads|adverts',
      'for an ad|advert|advertisement',
      'for an ad|advertising campaign',
    ],
    filters: { commercial: true },
    when: ['complete'],
    role: 'noun',
  },
  {
    patterns: [
      'can be edited|modified|remixed|adapted|altered',
      'modifiable|remixable',
      'derivatives|edits|editing|remixing|modifications|adaptations is|are? allowed|permitted|ok|okay',
      'free|allowed to edit|modify|remix',
    ],
    filters: { derivatives: true },
    when: ['complete', 'describesPicture'],
    role: 'adjective',
    takes: 'picture',
  },
  {
    patterns: [
      'no|without attribution needed|required|necessary?',
      'attribution not needed|required|necessary',
      'attribution free',
      'no credit needed|required|necessary|line',
    ],
    filters: { attributionRequired: false },
    role: 'noun',
  },
];

/** How far a picture's proportions may be from the ratio asked for. */
const RATIO_TOLERANCE = 0.03;

function ratioFilters(ratio: number): DesignFilters | undefined {
  const aspectMin = Number((ratio * (1 - RATIO_TOLERANCE)).toFixed(2));
  const aspectMax = Number((ratio * (1 + RATIO_TOLERANCE)).toFixed(2));
  return aspectMin > 0 ? { aspectMin, aspectMax } : undefined;
}
