import { afterAll, describe, expect, it } from '@jest/globals';
import type { Envelope } from '@imagesearch/gateway/search/envelope';
import { draw, DRAWN, drawnId, smallCollection } from '@imagesearch/testkit/images/small-collection';
import { designCollection } from '@imagesearch/testkit/images/design-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const idsOf = ({ results }: Envelope) => results.map(({ asset_id }) => asset_id);

const stack = await TestStack.start(designCollection());
afterAll(() => stack.stop());
const caller = await stack.newCaller();

describe('the design layer', () => {
  it('answers a brief in one call, and quotes what it understood', async () => {
    const query = 'bright image of a red shape, no people, copy space on the left, free for commercial use';
    const answer = await caller.search({ query, parse_design: true, k: 2 });
    const { applied_design: design, results, relaxed, timing_ms, ranking } = answer;
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

  it('leaves out whom the caption names, when the brief wants no people and names none itself', async () => {
    const [ball] = DRAWN;
    if (ball === undefined) throw new Error('no drawing');
    await stack.ingestAsset(smallCollection([{ ...ball, id: 'rider', title: 'man on a bicycle' }]));
    const found = async (query: string) => idsOf(await caller.search({ query, parse_design: true, k: 5 }));
    expect(await found('bicycle')).toContain(drawnId('rider'));
    expect(await found('bicycle, no people')).not.toContain(drawnId('rider'));
    expect(await found('man on a bicycle, no people')).toContain(drawnId('rider'));
  });

  it('answers a brief that rules out more words than a search takes', async () => {
    const words = Array.from({ length: 34 }, (_, at) => `-w${at}`).join(' ');
    const answer = await caller.search({ query: `shape ${words}, no people`, parse_design: true, k: 2 });
    expect(answer.count).toBe(2);
  });

  it('lets an explicit filter win over one read from the words, and never relaxes it', async () => {
    const brief = { query: 'dark image of a shape', parse_design: true, k: 100 };
    const answer = await caller.search({ ...brief, filters: { luminance_min: 0.8 } });
    expect(answer.applied_design).toMatchObject({ filters: {}, query: 'shape' });
    expect(answer.applied_design?.phrases).toMatchObject([{ filters: { luminance_max: 0.35 } }]);
    for (const { cv } of answer.results) expect(cv.luminance).toBeGreaterThanOrEqual(0.8);
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
      expect(everything.relaxed).toEqual(['luminance_max', 'aspect_min']);
      for (const { rights } of everything.results) expect(rights.commercial).toBe(true);
    });

    it('never drops a wish about how an image was made, and says which wish no filter can express', async () => {
      const asked = async (query: string) => caller.search({ query, parse_design: true, k: 100 });
      const isGenerated = ({ ai_generated }: { ai_generated: boolean }) => ai_generated;
      expect((await asked('shape')).results.some(isGenerated)).toBe(true);
      const wished = await asked('shape, not AI generated, royalty free');
      expect(wished.results.some(isGenerated)).toBe(false);
      expect(wished.relaxed).toBeUndefined();
      expect(wished.applied_design).toMatchObject({
        filters: { ai_generated: false },
        excluded: [],
        unread: ['royalty free'],
        query: 'shape',
      });
    });

    it('of a seed drops the default alone', async () => {
      const answer = await caller.similar({ asset_id: drawnId('seed'), k: 100 });
      expect(answer.relaxed).toEqual(['ai_generated']);
      expect(answer).not.toHaveProperty('applied_design');
      expect((await caller.similar({ asset_id: drawnId('seed'), k: 2 })).relaxed).toBeUndefined();
    });
  });
});
