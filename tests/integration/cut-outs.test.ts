import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Source } from '@imagesearch/ingest/sources/source';
import { openMojiDrawings } from '@imagesearch/testkit/images/openmoji-drawings';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import sharp from 'sharp';

const INDEXED = 40;
const NOT_INDEXED = 12;
/** Every so many of the indexed drawings are cut. */
const STEP = 2;
const SIDE = 0.6;

describe('a search by a part of an image', () => {
  let stack: TestStack;
  let caller: Caller;
  let drawings: Buffer[];

  beforeAll(async () => {
    // A service that another suite started in this process has blocked it.
    sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
    drawings = (await openMojiDrawings(INDEXED + NOT_INDEXED)).map(({ bytes }) => bytes);
    stack = await TestStack.start(collectionOf(drawings.slice(0, INDEXED)));
    caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
  }, 240_000);
  afterAll(() => stack.stop());

  /** Around 60 % of each side, at different places, as a JPEG of half the size. */
  const partOf = async (at: number): Promise<string> => {
    const image = sharp(drawings[at]).flatten({ background: '#ffffff' });
    const { width, height } = await image.metadata();
    const [across, down] = [(at % 5) / 4, ((at * 3) % 7) / 6];
    const part = await image
      .extract({
        left: Math.floor((1 - SIDE) * width * across),
        top: Math.floor((1 - SIDE) * height * down),
        width: Math.round(SIDE * width),
        height: Math.round(SIDE * height),
      })
      .jpeg({ quality: 80 })
      .toBuffer();
    return (await sharp(part).resize({ width: 154 }).jpeg({ quality: 80 }).toBuffer()).toString('base64');
  };
  const searchBy = async (at: number) =>
    (await caller.search({ image_base64: await partOf(at), k: 10 })).results;

  it('has the whole image first, and says so', async () => {
    let first = 0;
    let marked = 0;
    let asked = 0;
    for (let at = 0; at < INDEXED; at += STEP) {
      const results = await searchBy(at);
      const containing = results.filter((result) => result.contains_image === true);
      asked += 1;
      if (results[0]?.asset_id === `moji:${at}`) first += 1;
      if (containing.some(({ asset_id }) => asset_id === `moji:${at}`)) marked += 1;
      expect(results.slice(0, containing.length)).toEqual(containing);
    }
    expect(first / asked).toBeGreaterThanOrEqual(0.8);
    expect(marked / asked).toBeGreaterThanOrEqual(0.25);
  });

  it('marks nothing for a part of an image that is not indexed', async () => {
    for (let at = INDEXED; at < INDEXED + NOT_INDEXED; at += 1) {
      const results = await searchBy(at);
      expect(results.filter((result) => 'contains_image' in result || 'same_image' in result)).toEqual([]);
    }
  });
});

function collectionOf(drawings: readonly Buffer[]): Source {
  const items = drawings.map((bytes, at) => ({
    assetId: `moji:${at}`,
    title: `drawing ${at}`,
    tags: [],
    description: '',
    creator: null,
    creatorUrl: null,
    licenseVerbatim: 'CC BY-SA 4.0',
    provenanceUrl: `https://example.org/${at}`,
    aiGenerated: false,
    linkUrl: null,
    sourceVersion: String(at),
    image: { draw: () => Promise.resolve(bytes) },
  }));
  return { source: 'moji', total: items.length, entries: () => items };
}
