import type { ListedSource } from '@imagesearch/ingest/sources/source';
import sharp from 'sharp';
import { collectionOf, type DrawnImage } from './collection.js';

const EDGE_PX = 320;

type Colour = readonly [number, number, number];

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
  {
    id: 'red-disc',
    title: 'red ball',
    tags: ['toy', 'round'],
    shape: 'disc',
    colour: RED,
    license: 'CC BY 4.0',
    creator: 'Ada Martin',
  },
  {
    id: 'green-disc',
    title: 'green ball',
    tags: ['toy', 'round'],
    shape: 'disc',
    colour: GREEN,
    license: 'CC0 1.0',
  },
  {
    id: 'blue-disc',
    title: 'blue ball',
    tags: ['toy', 'round'],
    shape: 'disc',
    colour: BLUE,
    license: 'CC BY-NC 4.0',
    creator: 'Bo',
  },
  {
    id: 'red-box',
    title: 'red box',
    tags: ['crate', 'package'],
    shape: 'box',
    colour: RED,
    license: 'CC BY-SA 4.0',
    creator: 'Cleo',
  },
  {
    id: 'green-box',
    title: 'green box',
    tags: ['crate', 'package'],
    shape: 'box',
    colour: GREEN,
    license: 'All rights reserved',
    creator: 'Dan',
  },
  {
    id: 'blue-box',
    title: 'blue box',
    tags: ['crate', 'package'],
    shape: 'box',
    colour: BLUE,
    license: 'No known copyright restrictions',
  },
  {
    id: 'grey-stripes',
    title: 'striped flag',
    tags: ['banner'],
    shape: 'stripes',
    colour: GREY,
    license: 'CC BY-ND 2.0',
    creator: 'Eve',
  },
  {
    id: 'wide-stripes',
    title: 'long striped banner',
    tags: ['flag'],
    shape: 'stripes',
    colour: BLUE,
    license: 'Public Domain Mark 1.0',
    width: 960,
  },
  {
    id: 'robot-disc',
    title: 'painted ball',
    tags: ['toy'],
    shape: 'disc',
    colour: VIOLET,
    license: 'CC0 1.0',
    aiGenerated: true,
  },
];

/** Asset id of a drawn image. */
export const drawnId = (id: string): string => `drawn:${id}`;

export function smallCollection(drawn: readonly Drawn[] = DRAWN): ListedSource {
  return collectionOf(
    'drawn',
    drawn.map((one) => ({ ...one, draw: () => draw(one) })),
  );
}

/** The image as a PNG, pixel by pixel: the services in this process let no vector format be read. */
export function draw(figure: Figure): Promise<Buffer> {
  const { colour, ground = WHITE, width = EDGE_PX } = figure;
  const data = Buffer.alloc(width * EDGE_PX * 3);
  for (let y = 0; y < EDGE_PX; y += 1) {
    for (let x = 0; x < width; x += 1)
      data.set(isInside(figure, x / width, y / EDGE_PX) ? colour : ground, 3 * (y * width + x));
  }
  return sharp(data, { raw: { width, height: EDGE_PX, channels: 3 } })
    .png()
    .toBuffer();
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
