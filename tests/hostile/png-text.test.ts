import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { textBomb } from '@imagesearch/testkit/images/hostile/text-bombs';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const IMAGES = 24;
/** What the plan `pro` allows at once. */
const CONCURRENT = 10;
/** Longer than any answer takes, also on a machine with two busy cores. */
const ANSWER_TIMEOUT_MS = 120_000;
/**
 * Processor time of the bombs beside as many noisy images of the same size, client and services together. A decoder that
 * inflates the texts takes more than ten times as long for a bomb.
 */
const COST_RATIO_MAX = 2;
/** A PNG of noise with this edge is as long as a bomb. */
const NOISE_EDGE_PX = 1_280;

let stack: TestStack;
let key: string;

beforeAll(async () => {
  stack = await TestStack.start(undefined, {
    env: { SEARCH_TIMEOUT_MS: '60000', DRAIN_TIMEOUT_MS: '70000', RESERVATION_LIFETIME_MS: '120000' },
  });
  key = await stack.newKey('scale');
}, 240_000);
afterAll(() => stack.stop());

async function statusOf(image: Buffer): Promise<number> {
  const response = await fetch(`${stack.baseUrl}/v1/search`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ image_base64: image.toString('base64'), k: 1 }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  await response.arrayBuffer();
  return response.status;
}

/** The statuses of searches by these images, at most `concurrent` of them at once. */
async function statusesOf(images: readonly Buffer[], concurrent: number): Promise<number[]> {
  const left = [...images];
  const statuses: number[] = [];
  const client = async (): Promise<void> => {
    for (let image = left.pop(); image; image = left.pop()) statuses.push(await statusOf(image));
  };
  await Promise.all(Array.from({ length: concurrent }, client));
  return statuses;
}

/** Searches by all images at once. */
async function costOf(images: readonly Buffer[]): Promise<{ statuses: number[]; cpuMs: number }> {
  const usedBefore = process.cpuUsage();
  const statuses = await statusesOf(images, images.length);
  const { user, system } = process.cpuUsage(usedBefore);
  return { statuses, cpuMs: (user + system) / 1_000 };
}

function noisyPng(): Promise<Buffer> {
  const pixels = randomBytes(NOISE_EDGE_PX * NOISE_EDGE_PX * 3);
  return sharp(pixels, { raw: { width: NOISE_EDGE_PX, height: NOISE_EDGE_PX, channels: 3 } })
    .png()
    .toBuffer();
}

test(
  '24 images at once whose texts inflate to gigabytes cost no more than others, and the next 24 searches by image are answered',
  async () => {
    const bombs = [textBomb('zTXt'), textBomb('iTXt')];
    for (const bomb of bombs) expect(bomb.length).toBeGreaterThan(4_800_000);
    const attack = Array.from({ length: IMAGES }, (_, at) => bombs[at % bombs.length] ?? Buffer.alloc(0));
    const ordinary = await Promise.all(Array.from({ length: IMAGES }, (_, at) => drawPng(at)));

    const noise = await noisyPng();
    expect(noise.length).toBeGreaterThan(4_800_000);
    const honest = await costOf(attack.map(() => noise));

    const { statuses, cpuMs } = await costOf(attack);
    // A busy machine may be late with an answer.
    for (const status of statuses) expect([200, 503, 504]).toContain(status);
    expect(cpuMs / honest.cpuMs).toBeLessThan(COST_RATIO_MAX);

    expect(await statusesOf(ordinary, CONCURRENT)).toEqual(ordinary.map(() => 200));
  },
  4 * ANSWER_TIMEOUT_MS,
);
