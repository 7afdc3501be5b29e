import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Filters } from '@imagesearch/facets/filters';
import type { RetrievalClient } from '@imagesearch/contracts/retrieval';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { RetrievalProcess } from '@imagesearch/testkit/processes/retrieval-process';
import { createRetriever } from '../src/search/retrieve.js';

const DIMENSIONS = 8;
const VECTORS = { image: DIMENSIONS, caption: DIMENSIONS, sight: 0 };
const POINTS = 90;
const RANK_CONSTANT = 60;
const CAPTION_WEIGHT = 0.5;
const BLUE = '#1133cc';
const RED = '#cc2211';
const WORDS = ['dog', 'cat', 'tree', 'house', 'car'];

const call = () => detachedCall(20_000);
/** A vector of length 1, the same for the same seed. */
const vectorOf = (seed: number): number[] => {
  const values = Array.from({ length: DIMENSIONS }, (_, axis) => Math.sin(seed * 12.9898 + axis * 78.233));
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
};
const cosine = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0);
const idOf = (at: number) => `drawn:${String(at).padStart(3, '0')}`;

/** Ranks from 1 of all points by likeness to a vector. */
const ranksBy = (vector: readonly number[], seedOf: (at: number) => number): Map<string, number> => {
  const order = Array.from({ length: POINTS }, (_, at) => at).sort(
    (a, b) => cosine(vector, vectorOf(seedOf(b))) - cosine(vector, vectorOf(seedOf(a))),
  );
  return new Map(order.map((at, place) => [idOf(at), place + 1]));
};
const imageSeed = (at: number) => at + 1;
const captionSeed = (at: number) => 1_000 + at;

describe('retrieving over the retrieval service', () => {
  let retrieval: RetrievalProcess;
  let client: RetrievalClient;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'gateway-retrieve-'));
    retrieval = await RetrievalProcess.start({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', QDRANT_URL: '' });
    client = retrieval.client;
    const points = Array.from({ length: POINTS }, (_, at) => ({
      assetId: idOf(at),
      contentVersion: '1',
      image: { values: vectorOf(imageSeed(at)) },
      caption: { values: vectorOf(captionSeed(at)) },
      title: `${WORDS[at % WORDS.length] ?? ''} ${at}`,
      source: 'drawn',
      signals: { palette: [at % 3 === 0 ? BLUE : RED], paletteShares: [1], aspect: at % 2 === 0 ? 1.5 : 0.5 },
    }));
    await client.upsertPoints({ modelFingerprint: 'm', dimensions: VECTORS, points }, call());
    await client.optimizeIndex({}, call());
  }, 120_000);
  afterAll(async () => {
    await retrieval.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  const embedding = (seed: number, crossModal: boolean) => ({
    values: vectorOf(seed),
    // A model that places no image without words among texts has nothing to compare it with.
    sight: crossModal ? vectorOf(seed) : [],
    fingerprint: 'm',
    crossModal,
    englishOnly: !crossModal,
  });
  type Embedding = ReturnType<typeof embedding>;
  interface Asked {
    words: string;
    text: Embedding;
    image: Embedding;
    hard: Filters;
    soft: Filters;
    softMin: number;
  }
  const query = ({ text, image, words = '', hard = {}, soft = {}, softMin = 0 }: Partial<Asked>) => ({
    words,
    vectors: { text, image },
    filters: { hard, soft },
    excluded: [],
    limit: 100,
    softMin,
    sort: null,
    counted: [],
  });
  const wordRanks = async (words: string): Promise<Map<string, number>> => {
    const { candidates } = await client.searchPoints({ words, limit: 100 }, call());
    return new Map(candidates.map(({ assetId }, place) => [assetId, place + 1]));
  };
  interface List {
    ranks: ReadonlyMap<string, number>;
    weight: number;
  }
  const whole = (ranks: ReadonlyMap<string, number>): List => ({ ranks, weight: 1 });
  const captions = (ranks: ReadonlyMap<string, number>): List => ({ ranks, weight: CAPTION_WEIGHT });
  /** Reciprocal rank fusion as the paper has it, of weighted lists, 1 for first in every list. */
  const fusedScores = (lists: readonly List[]): Map<string, number> => {
    const ids = new Set(lists.flatMap(({ ranks }) => [...ranks.keys()]));
    const best = lists.reduce((sum, { weight }) => sum + weight, 0) / (RANK_CONSTANT + 1);
    const part = (rank: number | undefined) => (rank === undefined ? 0 : 1 / (RANK_CONSTANT + rank));
    return new Map(
      Array.from(ids, (id) => [
        id,
        lists.reduce((sum, { ranks, weight }) => sum + weight * part(ranks.get(id)), 0) / best,
      ]),
    );
  };

  it('fuses four lists: words, captions at half the weight, images by words, images by image', async () => {
    const retriever = createRetriever(client);
    const [text, image] = [embedding(5_001, true), embedding(7_003, false)];
    const { candidates } = await retriever.search(query({ words: 'dog', text, image: image }), [], call());
    const expected = fusedScores([
      whole(await wordRanks('dog')),
      captions(ranksBy(text.values, captionSeed)),
      whole(ranksBy(text.values, imageSeed)),
      whole(ranksBy(image.values, imageSeed)),
    ]);
    expect(candidates).toHaveLength(POINTS);
    for (const { assetId, score } of candidates)
      expect(score).toBeCloseTo(expected.get(assetId) ?? Number.NaN, 9);
    const scores = candidates.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('finds an image without words by what it shows, and says which lists hold each image', async () => {
    const other = await RetrievalProcess.start({
      DATA_DIR: join(dataDir, 'sight'),
      LOG_LEVEL: 'silent',
      QDRANT_URL: '',
    });
    try {
      const captioned = { caption: { values: vectorOf(1) }, title: 'cat' };
      const points = [captioned, { sight: { values: [0.6, 0.8, 0] } }].map((rest, at) => ({
        assetId: idOf(at),
        contentVersion: '1',
        image: { values: vectorOf(1) },
        source: 'drawn',
        ...rest,
      }));
      const dimensions = { ...VECTORS, sight: 3 };
      await other.client.upsertPoints({ modelFingerprint: 'm', dimensions, points }, call());
      const text = { ...embedding(1, false), sight: [1, 0, 0] };
      const { candidates } = await createRetriever(other.client).search(
        query({ words: 'cat', text }),
        [],
        call(),
      );
      expect(candidates).toMatchObject([
        { assetId: idOf(0), matched: ['words', 'meaning'], similarities: { caption: expect.closeTo(1, 5) } },
        { assetId: idOf(1), matched: ['sight'], similarities: { sight: expect.closeTo(0.6, 5) } },
      ]);
      // A rank by sight means something only where every image has one.
      expect(candidates.map(({ sightRank }) => sightRank)).toEqual([undefined, undefined]);
    } finally {
      await other.kill();
    }
  });

  it('prefers a wanted colour after one fusion of all four lists', async () => {
    const [text, image] = [embedding(5_001, true), embedding(7_003, false)];
    const asked = { words: 'dog', text, image };
    const plain = await createRetriever(client).search(query(asked), [], call());
    const preferring = query({ ...asked, hard: { paletteNear: BLUE } });
    const { candidates } = await createRetriever(client).search(preferring, [], call());
    const fused = new Map(plain.candidates.map(({ assetId, score }) => [assetId, score]));
    expect(candidates).toHaveLength(POINTS);
    for (const { assetId, score } of candidates) {
      const closeness = Number(assetId.slice(-3)) % 3 === 0 ? 1 : 0;
      expect(score).toBeCloseTo(((fused.get(assetId) ?? Number.NaN) + 0.5 * closeness) / 1.5, 9);
    }
  });

  it('finds what meets the soft filters, and nothing else while that is enough', async () => {
    const asked = { words: 'dog', text: embedding(5_001, true), soft: { aspectMin: 1 } };
    const { candidates } = await createRetriever(client).search(query({ ...asked, softMin: 45 }), [], call());
    expect(candidates).toHaveLength(POINTS / 2);
    for (const { assetId, unmet } of candidates)
      expect([Number(assetId.slice(-3)) % 2, unmet]).toEqual([0, []]);
  });

  it('finds the others too where that is not enough, and says which soft filters they do not meet', async () => {
    const asked = { words: 'dog', text: embedding(5_001, true), soft: { aspectMin: 1 }, softMin: 46 };
    const found = await createRetriever(client).search(query(asked), [], call());
    expect(found.candidates).toHaveLength(POINTS);
    for (const { assetId, unmet } of found.candidates)
      expect(unmet).toEqual(Number(assetId.slice(-3)) % 2 === 0 ? [] : ['aspect']);
    const plain = await createRetriever(client).search(query({ words: 'dog', text: asked.text }), [], call());
    expect(found.candidates.map(({ assetId }) => assetId)).toEqual(
      plain.candidates.map(({ assetId }) => assetId),
    );
  });

  it('keeps hard filters whatever is found', async () => {
    const asked = { words: 'dog', text: embedding(5_001, true), hard: { aspectMin: 1 }, softMin: 100 };
    const { candidates } = await createRetriever(client).search(query(asked), [], call());
    expect(candidates).toHaveLength(POINTS / 2);
  });

  it('refuses words and an image that two models embedded', async () => {
    const image = { ...embedding(7_003, false), fingerprint: 'another' };
    const search = createRetriever(client).search(query({ text: embedding(5_001, true), image }), [], call());
    await expect(search).rejects.toMatchObject({ code: 'model_mismatch' });
  });

  it('fuses three lists for words alone, and finds an image by its pixels when its caption has no word of the query', async () => {
    const text = embedding(imageSeed(41), true);
    const { candidates } = await createRetriever(client).search(query({ words: 'zebra', text }), [], call());
    const expected = fusedScores([
      whole(new Map()),
      captions(ranksBy(text.values, captionSeed)),
      whole(ranksBy(text.values, imageSeed)),
    ]);
    for (const { assetId, score } of candidates)
      expect(score).toBeCloseTo(expected.get(assetId) ?? Number.NaN, 9);
    const byCaptions = await createRetriever(client).search(
      query({ words: 'zebra', text: { ...text, sight: [], crossModal: false } }),
      [],
      call(),
    );
    const placeOf = (found: { assetId: string }[]) => found.findIndex(({ assetId }) => assetId === idOf(41));
    expect(placeOf(candidates)).toBeLessThan(placeOf(byCaptions.candidates));
    expect(placeOf(candidates)).toBeLessThan(5);
  });

  it('compares no text with pixels when the model cannot', async () => {
    const text = embedding(5_001, false);
    const { candidates } = await createRetriever(client).search(query({ words: 'dog', text }), [], call());
    const expected = fusedScores([
      whole(await wordRanks('dog')),
      captions(ranksBy(text.values, captionSeed)),
    ]);
    for (const { assetId, score } of candidates)
      expect(score).toBeCloseTo(expected.get(assetId) ?? Number.NaN, 9);
  });
});
