import { ADJECTIVE, ENDING, NEAR_COLOUR, WHOLE, type Phrase, type PhraseKind } from './phrase.js';

const OF_LIGHT: PhraseKind = {
  when: ['describesLight', 'betweenCommas'],
  isAdjective: true,
  takes: 'light',
};
const SOMEWHAT = 'quite|rather|slightly|somewhat|fairly|really|super|mostly|predominantly|overall';
const IT_IS =
  'the image|picture|photo|shot|mood|lighting is|looks|must_be|should_be|has_to_be|should_look|must_look';

/** How light and how coloured an image is. Part of `PHRASES`. */
export const TONE_PHRASES: readonly Phrase[] = [
  {
    patterns: ['black and white', 'b and w', 'b / w', 'bw', 'monochrome|monochromatic', 'grayscale'],
    filters: { monochrome: true },
    negated: { monochrome: false },
    ...ADJECTIVE,
  },
  {
    patterns: [
      'in black and white',
      'in b and w',
      'in b / w',
      'in bw',
      'in monochrome|grayscale',
      'black and white tones|palette',
      'monochrome|monochromatic|grayscale tones|palette',
    ],
    filters: { monochrome: true },
    negated: { monochrome: false },
    ...ENDING,
    unless: ['worn'],
  },
  {
    patterns: ['in full? color', 'in full colors'],
    filters: { monochrome: false },
    negated: { monochrome: true },
    ...ENDING,
    unless: ['worn'],
  },
  { patterns: ['full color', 'colorful'], filters: { monochrome: false }, ...ADJECTIVE },
  {
    patterns: [`${SOMEWHAT}? dark|dim|moody`, 'dimly lit', 'low key'],
    filters: { luminanceMax: 0.35 },
    ...OF_LIGHT,
  },
  { patterns: ['very|extremely dark', 'almost|nearly black'], filters: { luminanceMax: 0.2 }, ...OF_LIGHT },
  { patterns: [`${IT_IS} ${SOMEWHAT}? dark|dim|moody`], filters: { luminanceMax: 0.35 }, ...ENDING },
  { patterns: [`${IT_IS} very|extremely dark`], filters: { luminanceMax: 0.2 }, ...ENDING },
  {
    patterns: [`${SOMEWHAT}? bright`, 'brightly lit', 'light|bright and airy', 'well lit'],
    filters: { luminanceMin: 0.65 },
    ...OF_LIGHT,
  },
  { patterns: ['very|extremely bright', 'high key'], filters: { luminanceMin: 0.8 }, ...OF_LIGHT },
  { patterns: [`${IT_IS} ${SOMEWHAT}? bright`], filters: { luminanceMin: 0.65 }, ...ENDING },
  { patterns: [`${IT_IS} very|extremely bright`], filters: { luminanceMin: 0.8 }, ...ENDING },
  { patterns: [`${IT_IS} in? black and white`], filters: { monochrome: true }, ...ENDING },
];

const TONES = 'tones|tone|colors|color|palette|hues|hue|shades|color_palette|color_scheme';

const WARM = '#d9813f';
const COOL = '#4f86b8';
const PASTEL_LUMINANCE_MIN = 0.65;

const MUTED = 'muted|desaturated';
const VIVID = 'vivid|vibrant|saturated';
/** Saturation: photographs of a dull day stay below the one, what is painted in full colours is above the other. */
const MUTED_MAX = 0.1;
const VIVID_MIN = 0.25;
const ALONE: PhraseKind = { when: ['lastAlone', 'amongPhrases'] };
const TONES_OF: PhraseKind = { ...WHOLE, unless: ['describedBefore'] };

/** Moods of colour, and plain backgrounds. Part of `PHRASES`. */
export const COLOUR_PHRASES: readonly Phrase[] = [
  { patterns: [`warm ${TONES}`], filters: { paletteNear: WARM }, ...TONES_OF },
  { patterns: [`cool|cold ${TONES}`], filters: { paletteNear: COOL }, ...TONES_OF },
  { patterns: ['warm'], filters: { paletteNear: WARM }, ...ALONE },
  { patterns: ['cool'], filters: { paletteNear: COOL }, ...ALONE },
  { patterns: [`pastel ${TONES}`, 'pastels'], filters: { luminanceMin: PASTEL_LUMINANCE_MIN }, ...TONES_OF },
  {
    patterns: ['pastel'],
    filters: { luminanceMin: PASTEL_LUMINANCE_MIN },
    when: ['describesImage', 'betweenCommas'],
    isAdjective: true,
    takes: 'light',
  },
  { patterns: [`${MUTED}|subdued ${TONES}`], filters: { saturationMax: MUTED_MAX }, ...WHOLE },
  { patterns: [MUTED], filters: { saturationMax: MUTED_MAX }, ...ALONE },
  { patterns: [`${VIVID} ${TONES}`], filters: { saturationMin: VIVID_MIN }, ...WHOLE },
  { patterns: [VIVID], filters: { saturationMin: VIVID_MIN }, ...ALONE },
  {
    patterns: ['on|against|with a? plain|pure|clean|solid? {colour} background|backdrop'],
    ...NEAR_COLOUR,
    ...WHOLE,
  },
  {
    patterns: ['on|with? a? transparent background', 'transparent png'],
    filters: {},
    meaning: 'none: every image is measured on white',
    ...WHOLE,
  },
];
