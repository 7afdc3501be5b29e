import sharp from 'sharp';
import type { RgbPixels } from '../../src/domain/image.js';

export type Rgb = readonly [red: number, green: number, blue: number];

/** An image whose every pixel is known: `colorAt` says what is where. */
export function draw(width: number, height: number, colorAt: (x: number, y: number) => Rgb): RgbPixels {
  const data = new Uint8ClampedArray(3 * width * height);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const color = colorAt(x, y);
      data[at] = color[0];
      data[at + 1] = color[1];
      data[at + 2] = color[2];
    }
  }
  return { data: new Uint8Array(data.buffer), width, height };
}

export function solid(width: number, height: number, color: Rgb): RgbPixels {
  return draw(width, height, () => color);
}

/** Looked up once: in jest's sandbox a global costs far more than what is done with it. */
const { imul } = Math;

/** Grey noise of every brightness, the same on every run. */
export function noiseAt(x: number, y: number): number {
  const mixed = imul(x * 374_761_393 + y * 668_265_263, 1_274_126_177);
  return ((mixed ^ (mixed >>> 13)) >>> 8) & 255;
}

/** The pixels as the input of a file encoder. */
export function encoder({ data, width, height }: RgbPixels) {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

export function toPng(pixels: RgbPixels): Promise<Buffer> {
  return encoder(pixels).png().toBuffer();
}

export function pixelAt({ data, width }: RgbPixels, x: number, y: number): number[] {
  const at = 3 * (y * width + x);
  return [...data.subarray(at, at + 3)];
}
