import type { Phrase } from './phrase.js';

const TONES = 'tones|tone|colors|color|palette|hues|hue|shades|color_palette|color_scheme';

const WARM = '#d9813f';
const COOL = '#4f86b8';
const PASTEL_LUMINANCE_MIN = 0.65;

/** Moods of colour, and plain backgrounds. Part of `PHRASES`. */
export const COLOUR_PHRASES: readonly Phrase[] = [
  {
    patterns: [`warm ${TONES}`],
    filters: { paletteNear: WARM },
    when: ['namesWhole'],
    unless: ['describedBefore'],
    role: 'noun',
  },
  {
    patterns: [`cool|cold ${TONES}`],
    filters: { paletteNear: COOL },
    when: ['namesWhole'],
    unless: ['describedBefore'],
    role: 'noun',
  },
  { patterns: ['warm'], filters: { paletteNear: WARM }, when: ['amongPhrases', 'lastAlone'], role: 'noun' },
  { patterns: ['cool'], filters: { paletteNear: COOL }, when: ['amongPhrases', 'lastAlone'], role: 'noun' },
  {
    patterns: [`pastel ${TONES}`, 'pastels'],
    filters: { luminanceMin: PASTEL_LUMINANCE_MIN },
    when: ['namesWhole'],
    unless: ['describedBefore'],
    role: 'noun',
  },
  {
    patterns: ['pastel'],
    filters: { luminanceMin: PASTEL_LUMINANCE_MIN },
    when: ['describesImage', 'betweenCommas'],
    role: 'adjective',
    takes: 'light',
  },
  {
    patterns: [`muted|desaturated|subdued ${TONES}`],
    filters: {},
    meaning: 'none: how strong colours are is not measured',
    when: ['namesWhole'],
    role: 'noun',
  },
  {
    patterns: ['muted', 'desaturated'],
    filters: {},
    meaning: 'none: how strong colours are is not measured',
    when: ['lastAlone', 'amongPhrases'],
    role: 'noun',
  },
  {
    patterns: ['on|against|with a? plain|pure|clean|solid? {colour} background|backdrop'],
    filters: ({ colour }) => (colour === undefined ? undefined : { paletteNear: colour }),
    meaning: 'palette_near: the colour',
    when: ['namesWhole'],
    role: 'noun',
  },
  {
    patterns: ['on|with? a? transparent background', 'transparent png'],
    filters: {},
    meaning: 'none: every image is measured on white',
    when: ['namesWhole'],
    role: 'noun',
  },
];
