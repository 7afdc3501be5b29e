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

const OF_LIGHT: PhraseKind = {
  when: ['describesLight', 'betweenCommas'],
  isAdjective: true,
  takes: 'light',
};
const SOMEWHAT = 'quite|rather|slightly|somewhat|fairly|really|super|mostly|predominantly|overall';
const IT_IS =
  'the image|picture|photo|shot|mood|lighting is|looks|must_be|should_be|has_to_be|should_look|must_look';

const BESIDE_THINGS: PhraseKind = { ...ENDING, unless: ['worn'] };

/** How light and how coloured an image is. Part of `PHRASES`. */
export const TONE_PHRASES: readonly Phrase[] = [
  ...phrasesFor(
    { filters: { monochrome: true } },
    [
      { ...ADJECTIVE, negated: { monochrome: false } },
      'black_and_white|b_and_w|b_/_w|bw|monochrome|monochromatic|grayscale',
    ],
    // No thing is of this tone by itself, so it is the image's whatever follows.
    [
      { ...FORMAT, unless: ['toneOfThing'], negated: { monochrome: false } },
      'grayscale',
      'sepia',
      'sepia toned|tinted|colored|tone',
    ],
    [
      { ...BESIDE_THINGS, negated: { monochrome: false } },
      'in black_and_white|b_and_w|b_/_w|bw|monochrome|grayscale',
      'black_and_white|monochrome|monochromatic|grayscale|sepia tones|tone|palette|hues',
      `${IT_IS} in? black and white`,
    ],
  ),
  ...phrasesFor(
    { filters: { monochrome: false } },
    [{ ...BESIDE_THINGS, negated: { monochrome: true } }, 'in full? color', 'in full colors'],
    [ADJECTIVE, 'full color', 'colorful'],
  ),
  ...phrasesFor(
    { filters: { luminanceMax: 0.35 } },
    [OF_LIGHT, `${SOMEWHAT}? dark|dim|moody`, 'dimly lit', 'low key'],
    [ENDING, `${IT_IS} ${SOMEWHAT}? dark|dim|moody`],
  ),
  ...phrasesFor(
    { filters: { luminanceMax: 0.2 } },
    [OF_LIGHT, 'very|extremely|pitch dark', 'almost|nearly|pitch black'],
    [ENDING, `${IT_IS} very|extremely dark`],
  ),
  ...phrasesFor(
    { filters: { luminanceMin: 0.65 } },
    [
      OF_LIGHT,
      `${SOMEWHAT}? bright`,
      'brightly lit',
      'light|bright and|,? airy',
      'airy and|, light|bright',
      'airy',
      'well lit',
    ],
    [ENDING, `${IT_IS} ${SOMEWHAT}? bright`],
  ),
  ...phrasesFor(
    { filters: { luminanceMin: 0.8 } },
    [OF_LIGHT, 'very|extremely bright', 'high key'],
    [ENDING, `${IT_IS} very|extremely bright`],
  ),
];

const TONES = 'tones|tone|colors|color|palette|hues|hue|shades|color_palette|color_scheme';

const WARM = '#d9813f';
const COOL = '#4f86b8';
const PASTEL_LUMINANCE_MIN = 0.65;

/** Saturation: photographs of a dull day stay below the one, what is painted in full colours is above the other. */
const MUTED_MAX = 0.1;
const VIVID_MIN = 0.25;
const ALONE: PhraseKind = { when: ['lastAlone', 'amongPhrases'] };
const TONES_OF: PhraseKind = { ...WHOLE, unless: ['describedBefore'] };

/** Moods of colour, and plain backgrounds. Part of `PHRASES`. */
export const COLOUR_PHRASES: readonly Phrase[] = [
  ...phrasesFor({ filters: { paletteNear: WARM } }, [TONES_OF, `warm ${TONES}`], [ALONE, 'warm']),
  ...phrasesFor({ filters: { paletteNear: COOL } }, [TONES_OF, `cool|cold ${TONES}`], [ALONE, 'cool']),
  ...phrasesFor(
    { filters: { luminanceMin: PASTEL_LUMINANCE_MIN } },
    [TONES_OF, `pastel ${TONES}`, 'pastels'],
    [{ ...ADJECTIVE, takes: 'light' }, 'pastel'],
  ),
  ...phrasesFor(
    { filters: { saturationMax: MUTED_MAX } },
    [WHOLE, `muted|desaturated|subdued ${TONES}`],
    [ALONE, 'muted|desaturated'],
  ),
  ...phrasesFor(
    { filters: { saturationMin: VIVID_MIN } },
    [WHOLE, `vivid|vibrant|saturated ${TONES}`],
    [ALONE, 'vivid|vibrant|saturated'],
  ),
  ...phrasesFor(NEAR_COLOUR, [
    WHOLE,
    'isolated|cutout|cut_out? on|against|with a? plain|pure|clean|solid? {colour} background|backdrop',
    'isolated|cutout|cut_out on|against a? plain|pure|clean|solid? {colour}',
    'on|against pure|plain|solid {colour}',
  ]),
  ...phrasesFor({ filters: {}, meaning: 'none: every image is measured on white' }, [
    WHOLE,
    'isolated|cutout|cut_out? on|with? a? transparent background',
    'transparent png',
  ]),
];
