import type { ListedSource } from '@imagesearch/ingest/sources/source';
import { collectionOf, type DrawnImage } from './collection.js';
import { painted, type Colour } from './drawn-images.js';

const EDGE_PX = 320;

interface Figure {
  shape: 'disc' | 'box' | 'stripes';
  colour: Colour;
  ground?: Colour;
  width?: number;
  /** Centre of a disc, as a share of the width. */
  at?: number;
  /** Of a disc, as a share of the height. */
  radius?: number;
}

type Drawn = Omit<DrawnImage, 'draw'> & Figure;

const WHITE = [255, 255, 255] as const;
const RED = [200, 30, 30] as const;
const GREEN = [30, 160, 60] as const;
const BLUE = [40, 60, 200] as const;
/** Of its own: the same disc in the same red would be a copy of another image. */
const VIOLET = [140, 60, 190] as const;
const GREY = [128, 128, 128] as const;

/** Every kind of licence answer, every shape and colour; small enough that a suite takes it in within seconds. */
export const DRAWN: readonly Drawn[] = [
  one('red-disc', 'red ball', 'toy round', RED, 'CC BY 4.0', { creator: 'Ada Martin' }),
  one('green-disc', 'green ball', 'toy round', GREEN, 'CC0 1.0'),
  one('blue-disc', 'blue ball', 'toy round', BLUE, 'CC BY-NC 4.0', { creator: 'Bo' }),
  one('red-box', 'red box', 'crate package', RED, 'CC BY-SA 4.0', { creator: 'Cleo' }),
  one('green-box', 'green box', 'crate package', GREEN, 'All rights reserved', { creator: 'Dan' }),
  one('blue-box', 'blue box', 'crate package', BLUE, 'No known copyright restrictions'),
  one('grey-stripes', 'striped flag', 'banner', GREY, 'CC BY-ND 2.0', { creator: 'Eve' }),
  one('wide-stripes', 'long striped banner', 'flag', BLUE, 'Public Domain Mark 1.0', { width: 960 }),
  one('robot-disc', 'painted ball', 'toy', VIOLET, 'CC0 1.0', { aiGenerated: true }),
];

/** Its shape is the last word of its id. */
function one(
  id: string,
  title: string,
  tags: string,
  colour: Colour,
  license: string,
  others: Partial<Drawn> = {},
): Drawn {
  const shape = id.replace(/^.*-/, '') as Figure['shape'];
  return { id, title, tags: tags.split(' '), shape, colour, license, ...others };
}

/** Asset id of a drawn image. */
export const drawnId = (id: string): string => `drawn:${id}`;

export function smallCollection(drawn: readonly Drawn[] = DRAWN): ListedSource {
  return collectionOf(
    'drawn',
    drawn.map((one) => ({ ...one, draw: () => draw(one) })),
  );
}

export function draw(figure: Figure): Promise<Buffer> {
  const { colour, ground = WHITE, width = EDGE_PX } = figure;
  const colourAt = (x: number, y: number) => (isInside(figure, x / width, y / EDGE_PX) ? colour : ground);
  return painted(width, EDGE_PX, colourAt).png().toBuffer();
}

function isInside({ shape, width = EDGE_PX, at = 0.5, radius = 0.3 }: Figure, x: number, y: number): boolean {
  switch (shape) {
    case 'disc':
      return Math.hypot(((x - at) * width) / EDGE_PX, y - 0.5) < radius;
    case 'box':
      return Math.abs(x - 0.5) < 0.3 && Math.abs(y - 0.5) < 0.3;
    case 'stripes':
      return Math.floor(y * 8) % 2 === 0;
  }
}
