import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { decodeFaces, confirmedFaces, detectorInputOf } from '../src/domain/faces.js';
import { personOf } from '../src/domain/signals/neg-space.js';
import { draw, encoder, noiseAt, solid, toPng, type Rgb } from './support/draw.js';
import { startEmbedding, type RunningEmbedding } from './support/running-service.js';

const GREY: Rgb = [150, 150, 155];
const PORTRAIT = join(import.meta.dirname, 'fixtures/portrait.jpg');
/** The head of the portrait, with some hair and suit around it. */
const HEAD = { left: 125, top: 25, width: 100, height: 120 };

describe('faces in images', () => {
  let running: RunningEmbedding;
  let portrait: Buffer;

  beforeAll(async () => {
    running = await startEmbedding({});
    portrait = await readFile(PORTRAIT);
  }, 300_000);
  afterAll(() => running.stop());

  const signalsOf = async (image: Buffer) =>
    (await running.client.embedImage({ image, withSignals: true }, detachedCall(30_000))).signals;

  /** The head at these places of a plain image of 1024 × 768, its width in pixels. */
  const scene = async (width: number, places: readonly { left: number; top: number }[]) => {
    const head = await sharp(portrait).extract(HEAD).resize({ width }).png().toBuffer();
    const heads = places.map((place) => ({ input: head, ...place }));
    return encoder(solid(1024, 768, GREY))
      .composite(heads)
      .jpeg({ quality: 92 })
      .toBuffer();
  };

  test('a portrait has one', async () => {
    await expect(signalsOf(portrait)).resolves.toMatchObject({ faces: 1 });
  });

  test.each([400, 200, 100, 64])('a head %i pixels wide in an image of 1024 is found', async (width) => {
    await expect(signalsOf(await scene(width, [{ left: 500, top: 150 }]))).resolves.toMatchObject({
      faces: 1,
    });
  });

  test('three heads are found as three faces, at any position', async () => {
    const places = [
      { left: 40, top: 60 },
      { left: 470, top: 400 },
      { left: 850, top: 90 },
    ];
    await expect(signalsOf(await scene(120, places))).resolves.toMatchObject({ faces: 3 });
  });

  test('a head keeps its side from being negative space, the other side stays clean', async () => {
    const signals = await signalsOf(await scene(220, [{ left: 60, top: 200 }]));
    expect(signals?.negSpace).toContain('right');
    expect(signals?.negSpace).not.toContain('left');
  });

  test.each([
    ['a plain picture', solid(640, 480, GREY)],
    ['noise', draw(640, 480, (x, y) => [noiseAt(x, y), noiseAt(y, x), noiseAt(x + y, x)])],
    ['stripes', draw(640, 480, (x, y) => ((x + 2 * y) % 40 < 20 ? [30, 60, 40] : [200, 190, 150]))],
  ])('%s has none', async (_name, pixels) => {
    await expect(signalsOf(await toPng(pixels))).resolves.toMatchObject({ faces: 0 });
  });
});

describe('the detector’s geometry', () => {
  test('a box is its anchor moved by the output, and only confident boxes are kept', () => {
    const [columns, rows] = [24, 16];
    const regressors = new Float32Array(columns * rows * 16);
    const logits = new Float32Array(columns * rows).fill(-20);
    const anchor = 5 * columns + 10;
    regressors.set([3, -2, 12, 16], anchor * 16);
    logits[anchor] = 2;
    logits[anchor + 1] = -0.1;
    const image = { width: 90, height: 60 };
    const [face, ...others] = decodeFaces({ regressors, logits, columns }, image, 0.5);
    expect(others).toEqual([]);
    expect(face?.score).toBeCloseTo(1 / (1 + Math.exp(-2)), 6);
    expect(face?.left).toBeCloseTo((42 + 3 - 6) / 90, 6);
    expect(face?.top).toBeCloseTo((22 - 2 - 8) / 60, 6);
    expect([face?.width, face?.height]).toEqual([expect.closeTo(12 / 90, 6), expect.closeTo(16 / 60, 6)]);
  });

  test('a detection counts when the mirror image has it too, or when it is sure alone', () => {
    const at = (left: number, score: number) => ({ left, top: 0.2, width: 0.2, height: 0.2, score });
    const faces = [at(0.1, 0.6), at(0.4, 0.6), at(0.7, 0.9)];
    // The first at its mirrored place, and something at a place of none.
    expect(confirmedFaces(faces, [at(0.7, 0.55), at(0, 0.9)])).toEqual([faces[0], faces[2]]);
    expect(confirmedFaces(faces, [at(0.7, 0.45)])).toEqual([faces[2]]);
  });

  test('an image is padded in black to a size that the network can halve five times', () => {
    const { values, width, height } = detectorInputOf(solid(40, 33, [255, 0, 255]));
    expect([width, height, values.length]).toEqual([64, 64, 3 * 64 * 64]);
    const at = (x: number, y: number) => [...values.subarray(3 * (y * 64 + x), 3 * (y * 64 + x) + 3)];
    expect(at(39, 32)).toEqual([1, -1, 1]);
    expect(at(40, 32)).toEqual([-1, -1, -1]);
    expect(at(39, 33)).toEqual([-1, -1, -1]);
  });

  test('a person is wider than the face, begins above it, and ends at the edge of the image', () => {
    const person = personOf({ left: 0.1, top: 0.3, width: 0.2, height: 0.2 });
    expect(person.left).toBe(0);
    expect(person.left + person.width).toBeCloseTo(0.46, 6);
    expect(person.top).toBeCloseTo(0.18, 6);
    expect(person.top + person.height).toBeCloseTo(1, 6);
  });
});
