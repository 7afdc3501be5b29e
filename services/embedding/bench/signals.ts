import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Models } from '#src/adapters/models/load-models';
import { decodeImage, IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX } from '#src/adapters/images/decode-image';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import sharp from 'sharp';
import { openLiteImages } from './lite-images.js';
import { measure, printMeasurements, type Measurement } from '@imagesearch/testkit/bench/measure';

const ROUNDS = 5;
const IMAGES = 48;
const CLIENTS = 8;
const CALL_TIMEOUT_MS = 60_000;
const VECTOR_ONLY = { withSignals: false, withLikeness: false, withObjectNames: false };

/**
 * Vectors and all signals of images as the embedding service computes them, beside decoding the same files and running
 * the image tower alone. Give it a folder of JPEG files; without one it draws images of 1920 × 1280.
 */
async function main(): Promise<void> {
  const files = await imageFiles(process.argv[2]);
  const { models, embedImages, close } = await openLiteImages({ batchMax: CLIENTS, queueMax: IMAGES });
  const ways = [
    [
      'vector and signals',
      (file: Buffer) =>
        embedImages.embed(file, { ...VECTOR_ONLY, withSignals: true }, detachedCall(CALL_TIMEOUT_MS)),
    ],
    ['vector', (file: Buffer) => embedImages.embed(file, VECTOR_ONLY, detachedCall(CALL_TIMEOUT_MS))],
    ['decode and tower', (file: Buffer) => bare(models, file)],
  ] as const;

  const measurements: Measurement[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, work] of ways) {
      const measured = await measure(name, { requests: files.length, clients: CLIENTS }, (at) =>
        work(files[at] ?? Buffer.alloc(0)),
      );
      // The first round warms caches and compilers.
      if (round > 0) measurements.push(measured);
    }
  }
  printMeasurements(`${files.length} pictures, ${CLIENTS} at a time`, measurements);
  await close();
}

async function bare({ images }: Models, file: Buffer): Promise<unknown> {
  return images.embed([await images.prepare(await decodeImage(file))]);
}

async function imageFiles(folder: string | undefined): Promise<Buffer[]> {
  if (folder === undefined) return Promise.all(Array.from({ length: IMAGES }, (_, at) => drawn(at)));
  const names = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).sort();
  const files: Buffer[] = [];
  for (const name of names) {
    const file = await readFile(join(folder, name));
    const { width, height } = await sharp(file).metadata();
    // What the service refuses is not measured.
    if (file.length <= IMAGE_BYTES_MAX && width * height <= IMAGE_PIXELS_MAX) files.push(file);
  }
  return files.slice(0, IMAGES);
}

/** Light that falls off, soft shapes and grain: decodes and compresses about as a photograph does. */
async function drawn(seed: number): Promise<Buffer> {
  const [width, height] = [1920, 1280];
  const data = Buffer.alloc(3 * width * height);
  for (let at = 0, pixel = 0; at < data.length; at += 3, pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const shape = 60 * Math.sin((x + 37 * seed) / 90) * Math.cos((y - 11 * seed) / 70);
    const grain = ((Math.imul(pixel + seed, 2_654_435_761) >>> 24) - 128) / 8;
    const light = 140 - y / 20 + shape + grain;
    data[at] = clamp(light + 20 * Math.sin(x / 300));
    data[at + 1] = clamp(light);
    data[at + 2] = clamp(light - 30 * Math.cos(y / 200));
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

await main();
