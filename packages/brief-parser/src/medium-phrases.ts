import { ORIENTATIONS } from '@imagesearch/facets/facets';
import type { Phrase } from './phrase.js';

const MEDIA =
  'poster|posters|banner|banners|flyer|flyers|cover|header|wallpaper|wallpapers|story|stories|billboard|postcard|brochure';
const NAMES = 'image|images|picture|pictures|photo|photos|photograph|photographs|pic|shot';

/** The shape of an image, said of what it is printed on or of the image itself. Part of `PHRASES`. */
export const MEDIUM_PHRASES: readonly Phrase[] = [
  {
    patterns: [`vertical|portrait|tall|upright ${MEDIA}`, `tall|portrait|upright ${NAMES}`],
    filters: ORIENTATIONS.portrait,
    when: ['namesWhole'],
    role: 'noun',
  },
  {
    patterns: [`horizontal|wide|landscape ${MEDIA}`, `wide ${NAMES}`],
    filters: ORIENTATIONS.landscape,
    when: ['namesWhole'],
    role: 'noun',
  },
  {
    patterns: [`square ${MEDIA}`],
    filters: ORIENTATIONS.square,
    when: ['namesWhole'],
    role: 'noun',
  },
  { patterns: ['portrait', 'tall'], filters: ORIENTATIONS.portrait, when: ['lastAlone'], role: 'noun' },
  { patterns: ['wide', 'landscape'], filters: ORIENTATIONS.landscape, when: ['lastAlone'], role: 'noun' },
  { patterns: ['square'], filters: ORIENTATIONS.square, when: ['lastAlone'], role: 'noun' },
];
