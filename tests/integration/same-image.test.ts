import { afterAll, describe, expect, it } from '@jest/globals';
import { collectionOf } from '@imagesearch/testkit/images/collection';
import { openMojiDrawings } from '@imagesearch/testkit/images/openmoji';
import { draw, drawnId, smallCollection } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import sharp, { type Sharp } from 'sharp';

const INDEXED = 24;
const NOT_INDEXED = 8;
/** Every so many of them are searched by. */
const STEP = 2;
/** Of each side of an emoji. */
const PART_SIDE = 0.6;

// A service that another suite started in this process has blocked it.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
const drawings = await openMojiDrawings(INDEXED + NOT_INDEXED);
const emoji = await Promise.all(
  drawings.map(({ bytes }) => sharp(bytes).flatten({ background: '#ffffff' }).png().toBuffer()),
);
const stack = await TestStack.start(
  collectionOf(
    'emoji',
    emoji.slice(0, INDEXED).map((bytes, at) => ({
      id: String(at),
      title: `drawing ${at}`,
      license: 'CC BY-SA 4.0',
      draw: () => Promise.resolve(bytes),
    })),
  ),
);
afterAll(() => stack.stop());
await stack.ingestAsset(smallCollection());
const caller = await stack.newCaller();

describe('a search by an image that is indexed', () => {
  const searchBy = async (bytes: Buffer, body: object = {}) =>
    caller.search({ image_base64: bytes.toString('base64'), k: 10, ...body });

  it.each<[name: string, change: (image: Sharp) => Sharp]>([
    ['a tenth of its size, as a JPEG', (image) => image.resize(32).jpeg({ quality: 70 })],
    ['its mirror image', (image) => image.flop().png()],
    ['half its size, as a WebP', (image) => image.resize(160).webp({ quality: 60 })],
  ])('has that one first: %s', async (_name, change) => {
    let first = 0;
    let asked = 0;
    for (let at = 0; at < INDEXED; at += STEP) {
      const bytes = await change(sharp(emoji[at])).toBuffer();
      const { results } = await searchBy(bytes);
      asked += 1;
      const same = results.filter(({ same_image }) => same_image === true).map(({ asset_id }) => asset_id);
      if (same[0] === `emoji:${at}`) first += 1;
      expect(results.slice(0, same.length).map(({ asset_id }) => asset_id)).toEqual(same);
    }
    expect(first / asked).toBeGreaterThanOrEqual(0.7);
  });

  it('has the one first that its image is cut out of, and says so', async () => {
    let first = 0;
    let marked = 0;
    for (let at = 0; at < INDEXED; at += STEP) {
      const { results } = await searchBy(await partOf(emoji[at], at));
      const containing = results.filter((result) => result.contains_image === true);
      expect(results.slice(0, containing.length)).toEqual(containing);
      expect(containing.every(({ score }) => score === 1)).toBe(true);
      if (results[0]?.asset_id === `emoji:${at}`) first += 1;
      if (containing.some(({ asset_id }) => asset_id === `emoji:${at}`)) marked += 1;
    }
    expect(first / (INDEXED / STEP)).toBeGreaterThanOrEqual(0.6);
    expect(marked).toBeGreaterThan(0);
  });

  it('says nothing of a part of an image that is not indexed', async () => {
    for (let at = INDEXED; at < emoji.length; at += 1) {
      const { results } = await searchBy(await partOf(emoji[at], at));
      expect(results.filter((result) => 'contains_image' in result || 'same_image' in result)).toEqual([]);
    }
  });

  it('does not take another colour for the same image, and says nothing of images that are not indexed', async () => {
    const red = await searchBy(await draw({ shape: 'disc', colour: [200, 30, 30] }));
    expect(red.results[0]).toMatchObject({ asset_id: drawnId('red-disc'), same_image: true });
    expect(red.results.filter(({ same_image }) => same_image === true)).toHaveLength(1);
    const orange = await searchBy(await draw({ shape: 'disc', colour: [240, 150, 20] }));
    expect(orange.results.some((result) => 'same_image' in result)).toBe(false);
  });

  it('is about likeness as soon as words come with it', async () => {
    const red = await draw({ shape: 'disc', colour: [200, 30, 30] });
    const { results } = await searchBy(red, { query: 'green ball' });
    expect(results[0]?.asset_id).toBe(drawnId('green-disc'));
    expect(results.some((result) => 'same_image' in result)).toBe(false);
  });
});

/** At another place for each number, as a JPEG. */
async function partOf(bytes: Buffer | undefined, number: number): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const [across, down] = [(number % 5) / 4, ((number * 3) % 7) / 6];
  const part = {
    left: Math.floor((1 - PART_SIDE) * width * across),
    top: Math.floor((1 - PART_SIDE) * height * down),
    width: Math.round(PART_SIDE * width),
    height: Math.round(PART_SIDE * height),
  };
  return sharp(bytes).extract(part).jpeg({ quality: 80 }).toBuffer();
}
