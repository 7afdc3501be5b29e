import { createRandom } from '@imagesearch/testkit/random';

/** An image whose every pixel is known: eight-bit sRGB, row by row. */
export interface Canvas {
  data: Uint8Array;
  width: number;
  height: number;
}

export type Rgb = readonly [red: number, green: number, blue: number];

export function paint(width: number, height: number, colorAt: (x: number, y: number) => Rgb): Canvas {
  const data = new Uint8ClampedArray(3 * width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = colorAt(x, y);
      const at = 3 * (y * width + x);
      data[at] = color[0];
      data[at + 1] = color[1];
      data[at + 2] = color[2];
    }
  }
  return { data: new Uint8Array(data.buffer), width, height };
}

/** Adds normally distributed noise of this standard deviation, as a camera's sensor does to each channel. */
export function withNoise({ data, width, height }: Canvas, seed: number, deviation: number): Canvas {
  if (deviation === 0) return { data, width, height };
  const { normal } = createRandom(seed);
  return {
    data: new Uint8Array(Uint8ClampedArray.from(data, (value) => value + deviation * normal()).buffer),
    width,
    height,
  };
}
