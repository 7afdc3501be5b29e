import type { ListedSource } from '@imagesearch/ingest/sources/source';
import { smallCollection } from './small-collection.js';

const LICENSES = ['CC0 1.0', 'CC BY 4.0', 'CC BY-NC 4.0', 'CC BY-SA 4.0', 'CC BY-ND 4.0'];
const COLOURS = { red: [208, 32, 32], blue: [32, 48, 208], white: [244, 244, 244] } as const;
const GROUNDS = { light: [255, 255, 255], middle: [176, 168, 144], night: [18, 18, 18] } as const;
const WIDTHS = [320, 480, 240, 800];
/** Large enough that images whose discs differ in colour are no copies of one another. */
const DISC = { shape: 'disc' as const, radius: 0.4, tags: ['shape'], creator: 'Ada Martin' };

/**
 * Images that differ in how they look and what may be done with them, and are otherwise alike: every colour on every
 * ground in every format, the shape now on one side and now on the other.
 */
export function designCollection(): ListedSource {
  const images = Object.entries(COLOURS).flatMap(([name, colour], row) =>
    Object.entries(GROUNDS).flatMap(([groundName, ground], column) =>
      WIDTHS.map((width, place) => {
        const number = 4 * (3 * row + column) + place;
        return {
          ...DISC,
          colour,
          ground,
          width,
          id: `${name}-${groundName}-${width}`,
          title: `${name} shape`,
          at: [0.8, 0.2, 0.5][number % 3] ?? 0.5,
          license: LICENSES[number % LICENSES.length] ?? '',
          aiGenerated: number % 11 === 10,
        };
      }),
    ),
  );
  const seed = { ...DISC, id: 'seed', title: 'seed shape', colour: COLOURS.red, at: 0.35 };
  return smallCollection([...images, seed]);
}
