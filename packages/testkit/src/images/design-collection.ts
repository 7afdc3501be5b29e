import { NO_FACTS } from '@imagesearch/facets/provenance';
import type { Source } from '@imagesearch/ingest/sources/source';
import sharp from 'sharp';
import { drawnId } from './small-collection.js';

interface DesignImage {
  id: string;
  colour: string;
  background: string;
  width: number;
  height: number;
  /** Centre of the shape, as a share of the width. */
  at: number;
  license: string;
  aiGenerated?: boolean;
}

const LICENSES = ['CC0 1.0', 'CC BY 4.0', 'CC BY-NC 4.0', 'CC BY-SA 4.0', 'CC BY-ND 4.0'];
const COLOURS = { red: '#d02020', blue: '#2030d0', white: '#f4f4f4' };
const BACKGROUNDS = { light: '#ffffff', middle: '#b0a890', night: '#121212' };
const SIZES = [
  [320, 320],
  [480, 320],
  [240, 320],
  [800, 320],
] as const;

/** Every colour on every background in every format, the shape now on one side and now on the other. */
export const DESIGN_IMAGES: readonly DesignImage[] = [
  ...Object.entries(COLOURS).flatMap(([colourName, colour], row) =>
    Object.entries(BACKGROUNDS).flatMap(([backgroundName, background], column) =>
      SIZES.map(([width, height], place): DesignImage => {
        const number = 4 * (3 * row + column) + place;
        return {
          id: `${colourName}-${backgroundName}-${width}`,
          colour,
          background,
          width,
          height,
          at: [0.8, 0.2, 0.5][number % 3] ?? 0.5,
          license: LICENSES[number % LICENSES.length] ?? '',
          aiGenerated: number % 11 === 10,
        };
      }),
    ),
  ),
  {
    id: 'seed',
    colour: COLOURS.red,
    background: BACKGROUNDS.light,
    width: 320,
    height: 320,
    at: 0.35,
    license: 'CC0 1.0',
  },
];

/** Images that differ in how they look and what may be done with them, and are otherwise alike. */
export function designCollection(): Source {
  return {
    source: 'drawn',
    total: DESIGN_IMAGES.length,
    entries: () =>
      DESIGN_IMAGES.map((image) => ({
        assetId: drawnId(image.id),
        title: `${image.id.split('-')[0] ?? ''} shape`,
        tags: ['shape'],
        description: '',
        creator: 'Ada Martin',
        creatorUrl: null,
        licenseVerbatim: image.license,
        provenanceUrl: `https://example.org/${image.id}`,
        statement: image.aiGenerated === true ? { evidence: 'declared', ai: true, kind: null } : null,
        facts: NO_FACTS,
        linkUrl: null,
        sourceVersion: JSON.stringify(image),
        image: { draw: () => drawImage(image) },
      })),
  };
}

/** Of the height; large enough that images whose discs differ in colour are no copies of one another. */
const RADIUS = 0.4;

/** A disc on a plain ground, pixel by pixel: the services in this process let no vector format be read. */
function drawImage({ colour, background, width, height, at }: DesignImage): Promise<Buffer> {
  const [ground, disc] = [rgbOf(background), rgbOf(colour)];
  const data = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const isInside = Math.hypot(x - at * width, y - height / 2) < RADIUS * height;
    data.set(isInside ? disc : ground, 3 * pixel);
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

function rgbOf(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
