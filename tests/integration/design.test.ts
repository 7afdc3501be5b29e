import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Envelope } from '@imagesearch/testkit/stack/answers';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { draw, drawnId } from '@imagesearch/testkit/images/small-collection';
import { designCollection, DESIGN_IMAGES } from '@imagesearch/testkit/images/design-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

type Result = Envelope['results'][number];

const idsOf = ({ results }: Envelope) => results.map(({ asset_id }) => asset_id);

/** Each filter, the words that ask for it, and what a result must then say of itself. */
const ASKED: [name: string, filters: object, words: string | null, holds: (result: Result) => boolean][] = [
  ['dark', { luminance_max: 0.35 }, 'dark image of a shape', ({ cv }) => (cv.luminance ?? 1) <= 0.35],
  ['very dark', { luminance_max: 0.2 }, 'shape, very dark', ({ cv }) => (cv.luminance ?? 1) <= 0.2],
  ['bright', { luminance_min: 0.65 }, 'bright picture of a shape', ({ cv }) => (cv.luminance ?? 0) >= 0.65],
  ['very bright', { luminance_min: 0.8 }, 'shape, high-key', ({ cv }) => (cv.luminance ?? 0) >= 0.8],
  ['no people', { faces_max: 0 }, 'shape without people', ({ cv }) => cv.faces === 0],
  ['portrait', { aspect_max: 0.95 }, 'shape in portrait format', ({ cv }) => (cv.aspect ?? 9) <= 0.95],
  ['landscape', { aspect_min: 1.05 }, 'shape in landscape format', ({ cv }) => (cv.aspect ?? 0) >= 1.05],
  ['a panorama', { aspect_min: 2 }, 'panorama of a shape', ({ cv }) => (cv.aspect ?? 0) >= 2],
  [
    'a ratio',
    { aspect_min: 1.46, aspect_max: 1.54 },
    'shape, 3:2',
    ({ cv }) => (cv.aspect ?? 0) >= 1.46 && (cv.aspect ?? 9) <= 1.54,
  ],
  [
    'a square',
    { aspect_min: 0.95, aspect_max: 1.05 },
    'square image of a shape',
    ({ cv }) => (cv.aspect ?? 0) >= 0.95 && (cv.aspect ?? 9) <= 1.05,
  ],
  [
    'pictures without colour',
    { monochrome: true },
    'black and white image of a shape',
    // The results do not say it of themselves; a tint of a single hue counts.
    ({ asset_id }) => asset_id.startsWith('drawn:white-'),
  ],
  [
    'space on the left',
    { neg_space_any: ['left'] },
    'shape with copy space on the left',
    ({ cv }) => cv.neg_space.includes('left'),
  ],
  [
    'commercial use',
    { commercial: true },
    'shape, free for commercial use',
    ({ rights }) => rights.commercial === true,
  ],
  [
    'derivatives',
    { derivatives: true },
    'shape that can be edited',
    ({ rights }) => rights.derivatives === true,
  ],
  [
    'no attribution',
    { attribution_required: false },
    'shape, no attribution needed',
    ({ rights }) => rights.attribution_required === false,
  ],
  ['share-alike', { share_alike: true }, null, ({ rights }) => rights.share_alike === true],
  ['a licence', { license_any: ['cc-by-sa-4.0'] }, null, ({ license }) => license === 'cc-by-sa-4.0'],
  ['a source', { source_any: ['drawn'] }, null, ({ source }) => source === 'drawn'],
  ['generated pictures', { ai_generated: true }, null, ({ ai_generated }) => ai_generated],
  ['an orientation', { orientation: 'portrait' }, null, ({ cv }) => (cv.aspect ?? 9) <= 0.95],
];

describe('the design layer', () => {
  let stack: TestStack;
  let caller: Caller;

  beforeAll(async () => {
    stack = await TestStack.start(designCollection());
    caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
  }, 240_000);
  afterAll(() => stack.stop());

  /** How many images of the index satisfy the filters, by what they say of themselves. */
  const all = async () => (await caller.search({ query: 'shape', k: 100 })).results;

  describe.each(ASKED)('%s', (_name, filters, words, holds) => {
    it('is found by its filter, in a search by words and in a similar search', async () => {
      const there = (await all()).filter(holds).map(({ asset_id }) => asset_id);
      expect(there.length).toBeGreaterThan(0);
      // No drawn shape has a face, and all are of one source.
      if (!('source_any' in filters || 'faces_max' in filters))
        expect(there.length).toBeLessThan(DESIGN_IMAGES.length);
      const searched = await caller.search({ query: 'shape', k: there.length, filters });
      expect(idsOf(searched).sort()).toEqual(there.sort());
      const seed = drawnId('seed');
      const alike = await caller.similar({ asset_id: seed, k: 100, filters });
      expect(idsOf(alike).sort()).toEqual(there.filter((id) => id !== seed).sort());
    });

    if (words !== null) {
      it('is found by its words, and the remaining words are searched for', async () => {
        const answer = await caller.search({ query: words, parse_design: true, k: 1 });
        expect(answer).toMatchObject({ query: words, count: 1, applied_design: { filters, query: 'shape' } });
        expect(answer.results.every(holds)).toBe(true);
        expect(answer.relaxed).toBeUndefined();
      });
    }
  });

  it('answers a brief in one call, and quotes what it understood', async () => {
    const query = 'bright image of a red shape, no people, copy space on the left, free for commercial use';
    const {
      applied_design: design,
      results,
      relaxed,
      timing_ms,
      ranking,
    } = await caller.search({
      query,
      parse_design: true,
      k: 2,
    });
    expect(design?.query).toBe('red shape');
    for (const { text, start, end } of design?.phrases ?? []) expect(query.slice(start, end)).toBe(text);
    expect(design?.phrases).toHaveLength(4);
    expect(results).toHaveLength(2);
    for (const { cv, rights } of results) {
      expect(cv).toMatchObject({ faces: 0, neg_space: expect.arrayContaining(['left']) });
      expect(cv.luminance).toBeGreaterThanOrEqual(0.65);
      expect(rights.commercial).toBe(true);
    }
    expect(relaxed).toBeUndefined();
    expect(timing_ms.parse).toBeGreaterThanOrEqual(0);
    expect(ranking).toBe('lexical');
  });

  it('has no applied_design without parse_design', async () => {
    const answer = await caller.search({ query: 'dark image of a shape', k: 1 });
    expect(answer).not.toHaveProperty('applied_design');
    expect(answer.timing_ms).not.toHaveProperty('parse');
  });

  it('answers a brief of only design words with any images that satisfy it', async () => {
    const query = 'dark, square format, free for commercial use';
    const answer = await caller.search({ query, parse_design: true, k: 3, filters: { ai_generated: false } });
    expect(answer).toMatchObject({
      query,
      mode: 'text',
      ranking: 'none',
      reranked: 0,
      applied_design: { query: '' },
    });
    expect(answer.count).toBeGreaterThan(0);
    const again = await caller.search({ query, parse_design: true, k: 3, filters: { ai_generated: false } });
    expect(idsOf(again)).toEqual(idsOf(answer));
  });

  it('puts a wanted colour first when there is nothing else to rank by', async () => {
    const answer = await caller.search({ query: 'blue tones, no people', parse_design: true, k: 1 });
    expect(answer.results[0]?.asset_id).toMatch(/blue/);
  });

  it('also reads the words that come with an image', async () => {
    const image = (await draw({ shape: 'disc', colour: [200, 30, 30] })).toString('base64');
    const answer = await caller.search({
      query: 'landscape format',
      image_base64: image,
      parse_design: true,
      k: 2,
    });
    expect(answer).toMatchObject({ input_modality: 'image_text', mode: 'multimodal', ranking: 'none' });
    for (const { cv } of answer.results) expect(cv.aspect).toBeGreaterThanOrEqual(1.05);
  });

  describe('an explicit filter', () => {
    it('wins over one read from the words, and is never relaxed', async () => {
      const answer = await caller.search({
        query: 'dark image of a shape',
        parse_design: true,
        k: 100,
        filters: { luminance_min: 0.8 },
      });
      expect(answer.applied_design).toMatchObject({ filters: {}, query: 'shape' });
      expect(answer.applied_design?.phrases).toMatchObject([{ filters: { luminance_max: 0.35 } }]);
      for (const { cv } of answer.results) expect(cv.luminance).toBeGreaterThanOrEqual(0.8);
    });

    it('holds beside one read from the words that it leaves room for', async () => {
      const answer = await caller.search({
        query: 'bright image of a shape',
        parse_design: true,
        k: 1,
        filters: { luminance_max: 0.9 },
      });
      expect(answer.applied_design?.filters).toEqual({ luminance_min: 0.65 });
      expect(answer.results[0]?.cv.luminance).toBeLessThanOrEqual(0.9);
    });
  });

  describe('a short answer', () => {
    it('drops what was read from the words, least important first, until it is long enough', async () => {
      const brief = { query: 'dark panorama of a shape, free for commercial use', parse_design: true };
      const strict = await caller.search({ ...brief, k: 3, filters: { ai_generated: false } });
      expect(strict.count).toBe(3);
      expect(strict.relaxed).toBeUndefined();
      const filled = await caller.search({ ...brief, k: 5, filters: { ai_generated: false } });
      expect(filled.count).toBe(5);
      expect(filled.relaxed).toEqual(['luminance_max']);
      for (const { cv, rights } of filled.results) {
        expect(rights.commercial).toBe(true);
        expect(cv.aspect).toBeGreaterThanOrEqual(2);
      }
      const everything = await caller.search({ ...brief, k: 100, filters: { ai_generated: false } });
      expect(everything.relaxed).toEqual(['luminance_max', 'aspect_min', 'commercial']);
    });

    it('stays short rather than drop what the caller sent', async () => {
      const filters = { luminance_max: 0.35, aspect_min: 2, commercial: true, ai_generated: false };
      const answer = await caller.search({ query: 'shape', k: 100, filters });
      expect(answer.relaxed).toBeUndefined();
      expect(answer.count).toBeLessThan(100);
    });

    it('of a seed drops the default alone', async () => {
      const answer = await caller.similar({ asset_id: drawnId('seed'), k: 100 });
      expect(answer.relaxed).toEqual(['ai_generated']);
      expect(answer).not.toHaveProperty('applied_design');
      expect((await caller.similar({ asset_id: drawnId('seed'), k: 2 })).relaxed).toBeUndefined();
    });
  });
});
