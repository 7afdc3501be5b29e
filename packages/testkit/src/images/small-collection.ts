import { NO_FACTS } from '@imagesearch/facets/provenance';
import type { ListedSource, SourceItem } from '@imagesearch/ingest/sources/source';
import sharp from 'sharp';

const EDGE_PX = 320;

interface Drawn {
  id: string;
  title: string;
  tags: string[];
  shape: 'disc' | 'box' | 'stripes';
  colour: readonly [number, number, number];
  license: string;
  creator: string | null;
  aiGenerated?: boolean;
  width?: number;
}

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
    creator: null,
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
    creator: null,
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
    creator: null,
    width: 960,
  },
  {
    id: 'robot-disc',
    title: 'painted ball',
    tags: ['toy'],
    shape: 'disc',
    colour: VIOLET,
    license: 'CC0 1.0',
    creator: null,
    aiGenerated: true,
  },
];

/** Asset id of a drawn image. */
export const drawnId = (id: string): string => `drawn:${id}`;

/** A collection that a test draws for itself. */
export function smallCollection(drawn: readonly Drawn[] = DRAWN): ListedSource {
  return { source: 'drawn', total: drawn.length, entries: () => drawn.map(toItem) };
}

function toItem(drawn: Drawn): SourceItem {
  return {
    assetId: drawnId(drawn.id),
    title: drawn.title,
    tags: drawn.tags,
    description: '',
    creator: drawn.creator,
    creatorUrl: null,
    licenseVerbatim: drawn.license,
    provenanceUrl: `https://example.org/${drawn.id}`,
    statement: drawn.aiGenerated === true ? { evidence: 'declared', ai: true, kind: null } : null,
    facts: NO_FACTS,
    linkUrl: null,
    sourceVersion: JSON.stringify(drawn),
    image: { draw: () => draw(drawn) },
  };
}

/** The image as a PNG. */
export function draw({
  shape,
  colour,
  width = EDGE_PX,
}: Pick<Drawn, 'shape' | 'colour' | 'width'>): Promise<Buffer> {
  const data = Buffer.alloc(width * EDGE_PX * 3, 255);
  for (let y = 0; y < EDGE_PX; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isInside(shape, x / width, y / EDGE_PX)) data.set(colour, 3 * (y * width + x));
    }
  }
  return sharp(data, { raw: { width, height: EDGE_PX, channels: 3 } })
    .png()
    .toBuffer();
}

function isInside(shape: Drawn['shape'], x: number, y: number): boolean {
  switch (shape) {
    case 'disc':
      return (x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.09;
    case 'box':
      return Math.abs(x - 0.5) < 0.3 && Math.abs(y - 0.5) < 0.3;
    case 'stripes':
      return Math.floor(y * 8) % 2 === 0;
  }
}

/** For a stack that a test fills itself. */
export const NO_IMAGES: ListedSource = { source: 'none', total: 0, entries: () => [] };
