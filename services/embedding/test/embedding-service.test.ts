import { decodeImage } from './support/decode.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmbeddingClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { ConfigError } from '@imagesearch/service-kit/config';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { hubModels } from '@imagesearch/testkit/models/hub-models';
import { healthStatus } from '@imagesearch/testkit/stack/health-status';
import { loadConfig } from '../src/config.js';
import { createEmbeddingService } from '../src/service.js';
import { draw, encoder, toPng, type Rgb } from './support/draw.js';
import { configFor, startEmbedding, type RunningEmbedding } from './support/running-service.js';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';

const call = (timeoutMs = 20_000) => detachedCall(timeoutMs);

const WHITE: Rgb = [255, 255, 255];
/** A red disc on white. */
const disc = (edge: number) =>
  draw(edge, edge, (x, y) => (Math.hypot(x - edge / 2, y - edge / 2) < edge / 3 ? [210, 40, 40] : WHITE));
/** Dark stripes, nothing like the disc. */
const stripes = draw(300, 200, (x, y) => ((x + y) % 24 < 12 ? [20, 30, 60] : [90, 140, 90]));

const lengthOf = (values: readonly number[]) => Math.hypot(...values);
const cosine = (first: readonly number[], second: readonly number[]) =>
  first.reduce((sum, value, at) => sum + value * (second[at] ?? 0), 0);

describe('the embedding service', () => {
  let running: RunningEmbedding;
  let client: EmbeddingClient;

  beforeAll(async () => {
    running = await startEmbedding({});
    client = running.client;
  }, 300_000);
  afterAll(() => running.stop());

  const embed = async (image: Uint8Array, withSignals = false) =>
    client.embedImage({ image: Buffer.from(image), withSignals }, call());
  const vectorOf = async (image: Uint8Array) => (await embed(image)).vector?.values ?? [];

  test('describes the profile that its vectors come from', async () => {
    const model = await client.describeModel({}, call());
    expect(model).toMatchObject({
      profile: 'lite',
      crossModal: false,
      detail: expect.stringMatching(/^lite: /),
    });
    expect(Object.keys(model.scoreCurves).toSorted()).toEqual([
      'both',
      'image',
      'sight',
      'words',
      'words_reranked',
    ]);
    const { vector, fingerprint } = await embed(await toPng(disc(100)));
    expect(vector?.values).toHaveLength(model.dimensions?.image ?? Number.NaN);
    expect(fingerprint).toBe(model.fingerprint);
    await expect(healthStatus(running.address)).resolves.toBe('SERVING');
  });

  test('gives an image that its caller has decoded the vector and the signals of its file', async () => {
    const file = await encoder(disc(900)).jpeg().toBuffer();
    const { pixels, width, height, format } = await decodeImage(file);
    const copy = {
      ...pixels,
      data: Buffer.from(pixels.data),
      imageWidth: width,
      imageHeight: height,
      format,
    };
    expect(await client.embedImage({ pixels: copy, withSignals: true }, call())).toEqual(
      await embed(file, true),
    );
    for (const wrong of [{ data: copy.data.subarray(3) }, { imageWidth: 1 }, { width: 0 }, { format: 'gif' }])
      await expect(client.embedImage({ pixels: { ...copy, ...wrong } }, call())).rejects.toMatchObject({
        code: 'invalid_request',
        issues: [{ loc: expect.arrayContaining(['pixels']) }],
      });
  });

  test('describes the local features of a query image in several sizes, and of a small one in its own', async () => {
    const featuresOf = async (image: Uint8Array) =>
      (await client.describeLocalFeatures({ image: Buffer.from(image) }, call())).localFeatures;
    const inSeven = await featuresOf(await toPng(stripes));
    expect(inSeven).toHaveLength(7);
    expect(new Set(inSeven).size).toBe(7);
    expect(await featuresOf(await toPng(disc(70)))).toHaveLength(2);
    await expect(featuresOf(Buffer.from('no image'))).rejects.toMatchObject({ code: 'invalid_request' });
  });

  describe('texts', () => {
    const textVectors = async (...texts: string[]) =>
      (await client.embedTexts({ texts }, call())).vectors.map(({ values }) => values);

    test('have vectors of length 1, in the order given, the same every time', async () => {
      const [dog = [], car = []] = await textVectors('dog', 'a red car');
      expect(lengthOf(dog)).toBeCloseTo(1, 4);
      expect(lengthOf(car)).toBeCloseTo(1, 4);
      expect(await textVectors('a red car', 'dog')).toEqual([car, dog]);
    });

    test('of like meaning are nearer than others, though no letter agrees', async () => {
      const [physician = [], doctor = [], banana = []] = await textVectors('physician', 'doctor', 'banana');
      expect(cosine(physician, doctor)).toBeGreaterThan(cosine(physician, banana) + 0.3);
    });

    test('of queries have a place among what pixels show, and captions need none', async () => {
      const texts = ['dog', 'a red car'];
      const asked = await client.embedTexts({ texts }, call());
      expect(asked.sightVectors).toEqual(asked.vectors);
      const { sightVectors } = await client.embedTexts({ texts, areCaptions: true }, call());
      expect(sightVectors).toEqual([]);
    });

    test('of queries for a class have its place, of a kind of several a shorter vector between theirs', async () => {
      const texts = ['taxis', 'cab', 'bus', 'school bus'];
      const { sightVectors } = await client.embedTexts({ texts }, call());
      const [taxis = [], cab = [], bus = [], schoolBus = []] = sightVectors.map(({ values }) => values);
      expect(cosine(taxis, cab)).toBeCloseTo(1, 4);
      expect(lengthOf(bus)).toBeLessThan(0.98);
      expect(cosine(bus, schoolBus) / lengthOf(bus)).toBeGreaterThan(0.7);
    });

    test('of a search wait for one caption at most, however many are ingested', async () => {
      const captions = Array.from({ length: 256 }, (_, at) => `a dog beside a house, ${at}`);
      let isIngested = false;
      const ingested = client
        .embedTexts({ texts: captions, areCaptions: true }, call())
        .then(() => (isIngested = true));
      // The first caption is in the encoder by then.
      await textVectors('dog');
      expect(isIngested).toBe(false);
      await ingested;
    });

    test.each([
      ['no text', [], ['texts'], 'too_short'],
      ['257 texts', Array.from({ length: 257 }, () => 'dog'), ['texts'], 'too_long'],
      ['an empty text', ['dog', ' '], ['texts', 1], 'string_too_short'],
      ['a text of 10,001 characters', ['x'.repeat(10_001)], ['texts', 0], 'string_too_long'],
    ])('%s is refused', async (_name, texts, loc, type) => {
      await expect(client.embedTexts({ texts }, call())).rejects.toMatchObject({
        code: 'invalid_request',
        issues: [{ loc, type }],
      });
    });
  });

  describe('an image', () => {
    test('stays near itself at another size and in another format, and far from another image', async () => {
      const vector = await vectorOf(await toPng(disc(900)));
      expect(cosine(vector, await vectorOf(await toPng(disc(320))))).toBeGreaterThan(0.95);
      expect(cosine(vector, await vectorOf(await encoder(disc(900)).jpeg().toBuffer()))).toBeGreaterThan(
        0.95,
      );
      expect(cosine(vector, await vectorOf(await toPng(stripes)))).toBeLessThan(0.7);
    });

    test('has its size, its format, and its signals when they are asked for', async () => {
      const image = await encoder(disc(618)).webp({ lossless: true }).toBuffer();
      expect(await embed(image)).toMatchObject({ width: 618, height: 618, format: 'webp', signals: null });
      const { signals } = await embed(image, true);
      expect(signals).toMatchObject({
        monochrome: false,
        faces: 0,
        aspect: 1,
        palette: ['#ffffff', '#d22828'],
      });
      expect(signals?.paletteShares[0]).toBeCloseTo(1 - Math.PI / 9, 2);
      expect(signals?.luminance).toBeGreaterThan(0.75);
      expect(signals?.perceptualHash).toMatch(/^[0-9a-f]{16}$/);
    });

    test('that is none is refused by its fault, and the next one is answered', async () => {
      await expect(embed(Buffer.from('not a picture'))).rejects.toMatchObject({
        code: 'invalid_request',
        issues: [{ loc: ['image'], type: 'image_format' }],
      });
      await expect(vectorOf(await toPng(stripes))).resolves.toHaveLength(256);
    });
  });

  test('a hundred calls at once are all answered, each with its own image', async () => {
    const images = await Promise.all([disc(120), stripes].map(toPng));
    const [discAlone = [], stripesAlone = []] = await Promise.all(images.map(vectorOf));
    const vectors = await Promise.all(
      Array.from({ length: 100 }, (_, at) => vectorOf(images[at % 2] ?? Buffer.alloc(0))),
    );
    vectors.forEach((vector, at) =>
      expect(cosine(vector, at % 2 === 0 ? discAlone : stripesAlone)).toBeCloseTo(1, 5),
    );
  }, 60_000);

  test('a cancelled call does not delay the others', async () => {
    const image = await toPng(disc(1024));
    const callers = Array.from({ length: 30 }, () => new AbortController());
    const calls = callers.map(({ signal }) =>
      client.embedImage({ image, withSignals: true }, detachedCall(20_000, signal)),
    );
    const outcomes = Promise.allSettled(calls);
    const staying = vectorOf(image);
    for (const caller of callers) caller.abort();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
    }
    await expect(staying).resolves.toHaveLength(256);
  });
});

describe('an embedding service with a short queue', () => {
  test('refuses what it cannot hold with overloaded, and answers the rest', async () => {
    const { client, stop } = await startEmbedding({
      EMBEDDING_QUEUE_MAX: '2',
      EMBEDDING_BATCH_MAX: '1',
    });
    try {
      const image = await toPng(disc(1024));
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, () => client.embedImage({ image, withSignals: true }, call())),
      );
      const refused = outcomes.filter(({ status }) => status === 'rejected');
      expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(3);
      expect(refused.length).toBeGreaterThan(0);
      for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'overloaded' } });
    } finally {
      await stop();
    }
  });
});

describe('an embedding service whose files are still on their way', () => {
  test('does not listen, and can be closed at once', async () => {
    const models = await hubModels('clip-b32');
    const sockets: Socket[] = [];
    // It takes every question and answers none.
    const hub = createServer((socket) => sockets.push(socket));
    const { url } = await openOnLoopback(hub);
    const service = createEmbeddingService(configFor({ ...models.env, MODEL_HUB_URL: url }));
    const starting = service.start();
    await once(hub, 'connection');
    expect(service.address).toBe('');
    await service.close();
    await expect(starting).rejects.toThrow('aborted');
    for (const socket of sockets) socket.destroy();
    hub.close();
    await models.remove();
  });
});

describe('the configuration', () => {
  test('names every invalid variable at once', () => {
    const load = () =>
      loadConfig({
        EMBEDDING_LISTEN: ':',
        MODEL_PROFILE: 'huge',
        EMBEDDING_THREADS: '0',
        EMBEDDING_QUEUE_MAX: 'x',
      });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/EMBEDDING_LISTEN[^]*MODEL_PROFILE[^]*EMBEDDING_THREADS[^]*EMBEDDING_QUEUE_MAX/);
  });
});
