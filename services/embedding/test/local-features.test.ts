import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { shrinkTo } from '../src/adapters/images/resize-pixels.js';
import {
  INDEXED_EDGE_PX,
  localFeaturesOf,
  QUERY_EDGES_PX,
  queryFeaturesOf,
} from '../src/domain/local-features/local-features.js';
import type { RgbPixels } from '../src/domain/image.js';
import { noiseAt, solid } from './support/draw.js';

const PORTRAIT = join(import.meta.dirname, 'fixtures/portrait.jpg');
const HEADER_BYTES = 2;
const CORNER_BYTES = 21;

let portrait: Buffer;

beforeAll(async () => {
  portrait = await readFile(PORTRAIT);
});

const pixelsOf = async (image: Sharp, edgePx: number): Promise<RgbPixels> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return shrinkTo({ data, width: info.width, height: info.height }, edgePx);
};

/** Position, colour and bits of each corner. */
const cornersIn = (features: string): Buffer[] => {
  const packed = Buffer.from(features, 'base64');
  const count = (packed.length - HEADER_BYTES) / CORNER_BYTES;
  return Array.from({ length: count }, (_, corner) =>
    packed.subarray(HEADER_BYTES + corner * CORNER_BYTES, HEADER_BYTES + (corner + 1) * CORNER_BYTES),
  );
};

test('an indexed image has at most 96 corners, in all of its parts, in about 2 kB', async () => {
  const features = localFeaturesOf(await pixelsOf(sharp(portrait), INDEXED_EDGE_PX));
  const corners = cornersIn(features);
  expect(corners.length).toBeGreaterThan(40);
  expect(corners.length).toBeLessThanOrEqual(96);
  expect(Buffer.from(features, 'base64').length).toBeLessThanOrEqual(2_018);
  const quarters = new Set(corners.map(([x = 0, y = 0]) => `${x > 128} ${y > 128}`));
  expect(quarters.size).toBe(4);
});

test('most corners of a compressed copy have the same position, colour and bits within a few', async () => {
  const copy = await sharp(portrait).jpeg({ quality: 85 }).toBuffer();
  const [before, after] = await Promise.all(
    [portrait, copy].map(async (bytes) =>
      cornersIn(localFeaturesOf(await pixelsOf(sharp(bytes), INDEXED_EDGE_PX))),
    ),
  );
  const kept = (before ?? []).filter((corner) =>
    (after ?? []).some((other) => isNear(corner, other) && bitsBetween(corner, other) <= 20),
  );
  expect(kept.length / (before ?? []).length).toBeGreaterThan(0.5);
});

test('a query has the corners of every size that is not larger than itself', async () => {
  const sizes = await Promise.all(QUERY_EDGES_PX.map((edge) => pixelsOf(sharp(portrait), edge)));
  const edges = sizes.flatMap(queryFeaturesOf).map((features) => {
    const [width = 0, height = 0] = Buffer.from(features, 'base64');
    return Math.max(width, height) + 1;
  });
  expect(edges).toEqual(QUERY_EDGES_PX);
});

test('a plain image has no corners, and a line of pixels has no features', () => {
  expect(cornersIn(localFeaturesOf(solid(200, 100, [90, 120, 40])))).toEqual([]);
  expect(queryFeaturesOf(solid(200, 8, [90, 120, 40]))).toEqual([]);
});

test('images of every shape have features, also where no corner fits', () => {
  for (const width of [1, 2, 8, 9, 25, 61]) {
    for (const height of [1, 9, 40, 256]) {
      for (const valueAt of TEXTURES) {
        const data = Uint8Array.from({ length: 3 * width * height }, (_, at) => valueAt(at, 3 * width));
        const [columns = 0, rows = 0] = Buffer.from(localFeaturesOf({ data, width, height }), 'base64');
        expect([columns + 1, rows + 1]).toEqual([width, height]);
      }
    }
  }
});

/** A byte of an image by its place in it; rows are `row` bytes long. */
const TEXTURES: readonly ((at: number, row: number) => number)[] = [
  (at) => noiseAt(at, 1),
  (at) => 128 + (noiseAt(at, 2) & 3),
  (at, row) => (noiseAt(Math.floor((at % row) / 12), Math.floor(at / row / 4)) < 128 ? 20 : 230),
];

function isNear(one: Buffer, other: Buffer): boolean {
  return [0, 1, 2, 3, 4].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) <= (at < 2 ? 2 : 12));
}

function bitsBetween(one: Buffer, other: Buffer): number {
  let differing = 0;
  for (let at = 5; at < CORNER_BYTES; at += 1) {
    for (let bits = (one[at] ?? 0) ^ (other[at] ?? 0); bits > 0; bits >>= 1) differing += bits & 1;
  }
  return differing;
}
