import sharp, { type Sharp } from 'sharp';

export interface Variant {
  name: string;
  /** Whether a person would call it the same image. */
  isCopy: boolean;
  changesColour?: boolean;
  make: (image: Buffer) => Promise<Buffer>;
}

/** What becomes of an image on its way through the web, and what makes another image of it. */
export const VARIANTS: readonly Variant[] = [
  { name: 'half the size', isCopy: true, make: (image) => scaled(image, 0.5) },
  { name: 'a fifth of the size', isCopy: true, make: (image) => scaled(image, 0.2) },
  { name: 'JPEG of quality 60', isCopy: true, make: (image) => jpeg(image, 60) },
  {
    name: 'half the size, quality 30',
    isCopy: true,
    make: async (image) => jpeg(await scaled(image, 0.5), 30),
  },
  { name: 'cut by 2 %', isCopy: true, make: (image) => cut(image, 0.02) },
  { name: 'cut by 5 %', isCopy: true, make: (image) => cut(image, 0.05) },
  {
    name: 'a tenth brighter',
    isCopy: true,
    make: (image) => white(image).modulate({ brightness: 1.1 }).png().toBuffer(),
  },
  { name: 'cut by 20 %', isCopy: false, make: (image) => cut(image, 0.2) },
  { name: 'mirrored', isCopy: false, make: (image) => white(image).flop().png().toBuffer() },
  { name: 'without colour', isCopy: false, make: (image) => white(image).grayscale().png().toBuffer() },
  {
    name: 'in another hue',
    isCopy: false,
    changesColour: true,
    make: (image) => white(image).modulate({ hue: 90 }).png().toBuffer(),
  },
];

function white(image: Buffer): Sharp {
  return sharp(image).flatten({ background: '#ffffff' });
}

function jpeg(image: Buffer, quality: number): Promise<Buffer> {
  return white(image).jpeg({ quality }).toBuffer();
}

async function scaled(image: Buffer, share: number): Promise<Buffer> {
  const { width } = await sharp(image).metadata();
  return sharp(image)
    .resize({ width: Math.max(1, Math.round(width * share)) })
    .png()
    .toBuffer();
}

/** Less of it at every edge, by half of `share` each. */
async function cut(image: Buffer, share: number): Promise<Buffer> {
  const { width, height } = await sharp(image).metadata();
  const left = Math.round((width * share) / 2);
  const top = Math.round((height * share) / 2);
  return white(image)
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .png()
    .toBuffer();
}
