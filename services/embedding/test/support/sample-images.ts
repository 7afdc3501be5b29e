import { draw, encoder, noiseAt, type Rgb } from './draw.js';

export interface SampleImage {
  width: number;
  height: number;
  /** Stripes finer than a pixel of what models see: the hardest to scale. */
  isStriped: boolean;
  /** Its number and format, as a file is called. */
  name: string;
  bytes: Buffer;
}

type Pattern = (x: number, y: number, seed: number) => Rgb;

// Looked up once: in jest's sandbox a global costs far more than what is done with it.
const { hypot, PI, round, sin } = Math;
const WAVES = Array.from({ length: 400 }, (_, period) =>
  Uint8Array.from({ length: period }, (_step, at) => round(127 + 100 * sin((2 * PI * at) / period))),
);
/** From 27 to 227 and back, once a period (below 400). */
const wave = (at: number, period: number): number => WAVES[period]?.[((at % period) + period) % period] ?? 0;

const stripes: Pattern = (x, y, seed) => [
  wave(x, 3 + (seed % 7)),
  wave(y, 5 + (seed % 5)),
  wave(x - y, 4 + (seed % 9)),
];

/** From what is easy to scale to what is hard: soft light, grain, edges, and stripes that are finer than a scaled pixel. */
const PATTERNS: readonly Pattern[] = [
  (x, y, seed) => [wave(x + seed, 310), wave(y + 2 * seed, 170), wave(x + y, 240)],
  (x, y, seed) => {
    const grain = noiseAt(x + seed, y) >> 3;
    return [Math.min(255, wave(x, 390) + grain), Math.min(255, wave(y, 260) + grain), grain << 2];
  },
  (x, y, seed) => {
    const isInside = hypot((x % 90) - 45, (y % 90) - 45) < 20 + (seed % 20);
    return isInside ? [230, 40 + (seed % 60), 30] : [240, 240, 235];
  },
  (x, y, seed) => (((x >> 4) + (y >> 4)) % 2 === 1 ? [220, 220, 40] : [40, 30, 90 + (seed % 90)]),
  stripes,
];
/** Images of known content, the same on every run, of many sizes, as PNG and JPEG files in turns. */
export function sampleImages(count: number): Promise<SampleImage[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, seed) => {
      const pattern = PATTERNS[seed % PATTERNS.length] ?? stripes;
      const isPng = Math.floor(seed / PATTERNS.length) % 2 === 0;
      const [width, height] = sizeOf(seed);
      const drawn = encoder(draw(width, height, (x, y) => pattern(x, y, seed)));
      const name = `${String(seed).padStart(3, '0')}.${isPng ? 'png' : 'jpg'}`;
      const file = isPng ? drawn.png({ compressionLevel: 1 }) : drawn.jpeg({ quality: 92 });
      return { name, width, height, isStriped: pattern === stripes, bytes: await file.toBuffer() };
    }),
  );
}

/** Edges of 40 to 1,000 pixels, at most three to one; one image in seven is to be enlarged. */
function sizeOf(seed: number): readonly [width: number, height: number] {
  const long = seed % 7 === 3 ? 90 + ((seed * 31) % 160) : 260 + ((seed * 367) % 740);
  const short = Math.floor(long / (1 + ((seed * 53) % 200) / 100));
  return seed % 2 === 0 ? [long, short] : [short, long];
}
