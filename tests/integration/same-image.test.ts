import { afterAll, describe, expect, it } from '@jest/globals';
import type { ListedSource } from '@imagesearch/ingest/sources/source';
import { collectionOf } from '@imagesearch/testkit/images/collection';
import { openMojiDrawings } from '@imagesearch/testkit/images/openmoji';
import { painted, type Colour } from '@imagesearch/testkit/images/painted';
import { draw, drawnId, smallCollection } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import sharp, { type Sharp } from 'sharp';

const DRAWINGS = 30;
/** Every so many of them are searched by. */
const STEP = 3;
const DISCS = 9;
const EDGE_PX = 320;
const EMOJI_INDEXED = 24;
const EMOJI_NOT_INDEXED = 8;
/** Of each side of an emoji. */
const PART_SIDE = 0.6;

const drawings = await Promise.all(Array.from({ length: DRAWINGS }, (_, at) => scene(at)));
// A service that another suite started in this process has blocked it.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
const emoji = (await openMojiDrawings(EMOJI_INDEXED + EMOJI_NOT_INDEXED)).map(({ bytes }) => bytes);
const stack = await TestStack.start(scenes('moji', drawings));
afterAll(() => stack.stop());
await stack.ingestAsset(scenes('emoji', emoji.slice(0, EMOJI_INDEXED)));
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
    for (let at = 0; at < DRAWINGS; at += STEP) {
      const bytes = await change(sharp(drawings[at])).toBuffer();
      const { results } = await searchBy(bytes);
      asked += 1;
      const same = results.filter(({ same_image }) => same_image === true).map(({ asset_id }) => asset_id);
      if (results[0]?.asset_id === `moji:${at}`) first += 1;
      expect(results.slice(0, same.length).map(({ asset_id }) => asset_id)).toEqual(same);
    }
    expect(first / asked).toBeGreaterThanOrEqual(0.7);
  });

  it('has the one first that its image is cut out of, and says so', async () => {
    let first = 0;
    let marked = 0;
    for (let at = 0; at < EMOJI_INDEXED; at += 2) {
      const { results } = await searchBy(await partOf(emoji[at], at));
      const containing = results.filter((result) => result.contains_image === true);
      expect(results.slice(0, containing.length)).toEqual(containing);
      expect(containing.every(({ score }) => score === 1)).toBe(true);
      if (results[0]?.asset_id === `emoji:${at}`) first += 1;
      if (containing.some(({ asset_id }) => asset_id === `emoji:${at}`)) marked += 1;
    }
    expect(first / (EMOJI_INDEXED / 2)).toBeGreaterThanOrEqual(0.6);
    expect(marked).toBeGreaterThan(0);
  });

  it('says nothing of a part of an image that is not indexed', async () => {
    for (let at = EMOJI_INDEXED; at < emoji.length; at += 1) {
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

/** Discs of many colours and sizes on a gradient; each number gives another scene. */
function scene(number: number): Promise<Buffer> {
  const drawn = (salt: number): number => {
    const value = Math.sin((number + 1) * 12.9898 + salt * 78.233) * 43_758.5453;
    return value - Math.floor(value);
  };
  const discs = Array.from({ length: DISCS }, (_, at) => ({
    x: drawn(7 * at + 1),
    y: drawn(7 * at + 2),
    radius: 0.08 + 0.2 * drawn(7 * at + 3),
    colour: [4, 5, 6].map((channel) => 255 * drawn(7 * at + channel)) as unknown as Colour,
  }));
  const [blue, slope] = [255 * drawn(98), drawn(99)];
  return painted(EDGE_PX, EDGE_PX, (across, down) => {
    const [x, y] = [across / EDGE_PX, down / EDGE_PX];
    const disc = discs.findLast((one) => (one.x - x) ** 2 + (one.y - y) ** 2 < one.radius ** 2);
    const shade = 255 * (0.3 + 0.6 * (slope * x + (1 - slope) * y));
    return disc?.colour ?? [shade, shade, blue];
  })
    .png()
    .toBuffer();
}

/** At another place for each number, as a JPEG. */
async function partOf(bytes: Buffer | undefined, number: number): Promise<Buffer> {
  const { data, info } = await sharp(bytes).flatten({ background: '#ffffff' }).toBuffer({
    resolveWithObject: true,
  });
  const [across, down] = [(number % 5) / 4, ((number * 3) % 7) / 6];
  const part = {
    left: Math.floor((1 - PART_SIDE) * info.width * across),
    top: Math.floor((1 - PART_SIDE) * info.height * down),
    width: Math.round(PART_SIDE * info.width),
    height: Math.round(PART_SIDE * info.height),
  };
  return sharp(data).extract(part).jpeg({ quality: 80 }).toBuffer();
}

function scenes(source: string, drawings: readonly Buffer[]): ListedSource {
  return collectionOf(
    source,
    drawings.map((bytes, at) => ({
      id: String(at),
      title: `scene ${at}`,
      license: 'CC BY-SA 4.0',
      draw: () => Promise.resolve(bytes),
    })),
  );
}
