import sharp, { type Sharp } from 'sharp';

export interface Variant {
  name: string;
  /** Whether a person would call it the same picture. */
  isCopy: boolean;
  changesColour?: boolean;
  make: (picture: Buffer) => Promise<Buffer>;
}

/** What becomes of a picture on its way through the web, and what makes another picture of it. */
export const VARIANTS: readonly Variant[] = [
  { name: 'half the size', isCopy: true, make: (picture) => scaled(picture, 0.5) },
  { name: 'a fifth of the size', isCopy: true, make: (picture) => scaled(picture, 0.2) },
  { name: 'JPEG of quality 60', isCopy: true, make: (picture) => jpeg(picture, 60) },
  {
    name: 'half the size, quality 30',
    isCopy: true,
    make: async (picture) => jpeg(await scaled(picture, 0.5), 30),
  },
  { name: 'cut by 2 %', isCopy: true, make: (picture) => cut(picture, 0.02) },
  { name: 'cut by 5 %', isCopy: true, make: (picture) => cut(picture, 0.05) },
  {
    name: 'a tenth brighter',
    isCopy: true,
    make: (picture) => white(picture).modulate({ brightness: 1.1 }).png().toBuffer(),
  },
  { name: 'cut by 20 %', isCopy: false, make: (picture) => cut(picture, 0.2) },
  { name: 'mirrored', isCopy: false, make: (picture) => white(picture).flop().png().toBuffer() },
  { name: 'without colour', isCopy: false, make: (picture) => white(picture).grayscale().png().toBuffer() },
  {
    name: 'in another hue',
    isCopy: false,
    changesColour: true,
    make: (picture) => white(picture).modulate({ hue: 90 }).png().toBuffer(),
  },
];

function white(picture: Buffer): Sharp {
  return sharp(picture).flatten({ background: '#ffffff' });
}

function jpeg(picture: Buffer, quality: number): Promise<Buffer> {
  return white(picture).jpeg({ quality }).toBuffer();
}

async function scaled(picture: Buffer, share: number): Promise<Buffer> {
  const { width } = await sharp(picture).metadata();
  return sharp(picture)
    .resize({ width: Math.max(1, Math.round(width * share)) })
    .png()
    .toBuffer();
}

/** Less of it at every edge, by half of `share` each. */
async function cut(picture: Buffer, share: number): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const left = Math.round((width * share) / 2);
  const top = Math.round((height * share) / 2);
  return white(picture)
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .png()
    .toBuffer();
}
