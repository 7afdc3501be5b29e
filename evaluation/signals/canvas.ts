/** Taken out once: a look-up of a global for each of millions of pixels is slow inside a test runner. */
const { cos, imul, log, PI, sqrt } = Math;

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

/** Numbers from 0 to 1 that are the same on every run (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Normally distributed noise of this standard deviation, as a camera's sensor adds to each channel. */
export function noiseOf(random: () => number, deviation: number): () => number {
  return () => deviation * sqrt(-2 * log(1 - random())) * cos(2 * PI * random());
}

export function withNoise({ data, width, height }: Canvas, seed: number, deviation: number): Canvas {
  if (deviation === 0) return { data, width, height };
  const noise = noiseOf(randomOf(seed), deviation);
  return {
    data: new Uint8Array(Uint8ClampedArray.from(data, (value) => value + noise()).buffer),
    width,
    height,
  };
}
