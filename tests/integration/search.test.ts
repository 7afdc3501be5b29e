import { afterAll, describe, expect, it } from '@jest/globals';
import type { Envelope } from '@imagesearch/gateway/search/envelope';
import sharp from 'sharp';
import { createRightsClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { draw, drawnId, DRAWN } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { describeAddress } from './search/address.js';
import { describeFiles } from './search/files.js';
import { describeIdempotency } from './search/idempotency.js';
import { describeModelMismatch } from './search/model-mismatch.js';
import { describeNearDuplicates } from './search/near-duplicates.js';
import { describeScores } from './search/scores.js';
import { describeWords } from './search/words.js';

const stack = await TestStack.start();
afterAll(() => stack.stop());
const caller = await stack.newCaller();
const image = (await draw({ shape: 'disc', colour: [190, 40, 35] })).toString('base64');

describe('searching through all five services', () => {
  const idsOf = ({ results }: { results: { asset_id: string }[] }) => results.map(({ asset_id }) => asset_id);

  it('finds an image by words, says how, and ranks it first', async () => {
    const answer = await caller.search({ query: ' Green box ', k: 3 });
    expect(answer).toMatchObject({
      query: 'Green box',
      input_modality: 'text',
      mode: 'text',
      ranking: 'lexical',
    });
    expect(answer.results[0]?.asset_id).toBe(drawnId('green-box'));
    expect(answer.count).toBe(answer.results.length);
    expect(answer.reranked).toBeGreaterThan(0);
  });

  it('is charged for the images that it answers, not for those that it may have answered', async () => {
    const { status, headers, body } = await caller.post('/v1/search', { query: 'ball', k: 100 });
    expect([status, (body as Envelope).count < 10]).toEqual([200, true]);
    expect(headers.get('X-Credits-Charged')).toBe('1');
  });

  it('finds an image by a word that no caption holds', async () => {
    const [first] = (await caller.search({ query: 'parcel', k: 3 })).results;
    expect(first?.asset_id).toMatch(/^drawn:\w+-box$/);
  });

  it('finds an image by example', async () => {
    const answer = await caller.search({ image_base64: image, k: 1 });
    expect(answer).toMatchObject({
      query: null,
      input_modality: 'image',
      mode: 'image',
      ranking: 'none',
      reranked: 0,
    });
    expect(answer.results[0]?.asset_id).toBe(drawnId('red-disc'));
  });

  it('finds an image by both, and reports that mode', async () => {
    const answer = await caller.search({ query: 'ball', image_base64: image, k: 3 });
    expect(answer).toMatchObject({ query: 'ball', input_modality: 'image_text', mode: 'multimodal' });
    expect(idsOf(answer)[0]).toBe(drawnId('red-disc'));
  });

  it('finds more like an image of the index, without that image', async () => {
    const answer = await caller.similar({ asset_id: drawnId('red-disc'), k: 3 });
    expect(answer).toMatchObject({ mode: 'none', ranking: 'none', reranked: 0 });
    expect(idsOf(answer)).not.toContain(drawnId('red-disc'));
    expect(idsOf(answer)[0]).toMatch(/-disc$/);
  });

  describe('filters', () => {
    it.each<[string, object, (id: string) => boolean]>([
      ['commercial use', { commercial: true }, (id) => !/blue-disc|green-box|blue-box/.test(id)],
      ['derivatives', { derivatives: false }, (id) => /grey-stripes|green-box/.test(id)],
      ['no attribution', { attribution_required: false }, (id) => /green-disc|wide-stripes/.test(id)],
      ['a licence', { license_any: ['cc-by-sa-4.0'] }, (id) => id.endsWith('red-box')],
      ['megapixels of the original', { resolution_min: 0.2 }, (id) => id.endsWith('wide-stripes')],
      ['an orientation', { orientation: 'square' }, (id) => !id.endsWith('wide-stripes')],
      ['no faces', { faces_max: 0, monochrome: true }, (id) => id.endsWith('grey-stripes')],
      ['muted pictures', { saturation_max: 0.05 }, (id) => id.endsWith('grey-stripes')],
    ])('for %s let through exactly the images that satisfy them', async (_name, filters, satisfies) => {
      const all = DRAWN.filter(({ aiGenerated }) => aiGenerated !== true).map(({ id }) => drawnId(id));
      const answer = await caller.search({
        query: 'ball box flag',
        k: 50,
        filters: { ai_generated: false, ...filters },
      });
      expect(idsOf(answer).sort()).toEqual(all.filter(satisfies).sort());
    });

    it('apply to similar images, and a preferred colour drops none of them', async () => {
      const similar = async (filters: object) =>
        idsOf(await caller.similar({ asset_id: drawnId('red-disc'), k: 50, filters }));
      expect(await similar({ license_any: ['cc0'], ai_generated: false })).toEqual([drawnId('green-disc')]);
      const coloured = await similar({ palette_near: '#283cc8' });
      expect(coloured[0]).toBe(drawnId('blue-disc'));
      expect(coloured.toSorted()).toEqual((await similar({})).toSorted());
    });

    it('exclude generated images until an answer would be short, and then report it in relaxed', async () => {
      const few = await caller.search({ query: 'painted ball', k: 2 });
      expect(few.relaxed).toBeUndefined();
      expect(idsOf(few)).not.toContain(drawnId('robot-disc'));
      const many = await caller.search({ query: 'painted ball', k: 50 });
      expect(many.relaxed).toEqual(['ai_generated']);
      // It answers the words best, and stands last nevertheless.
      expect(idsOf(many).at(-1)).toBe(drawnId('robot-disc'));
      const never = await caller.search({ query: 'painted ball', k: 50, filters: { ai_generated: false } });
      expect(idsOf(never)).not.toContain(drawnId('robot-disc'));
    });
  });

  describe('assets and files', () => {
    it('an asset is answered whole, for no credits', async () => {
      const { status, body, headers } = await caller.get(`/v1/asset/${drawnId('red-disc')}`);
      expect(status).toBe(200);
      expect(headers.get('X-Credits-Charged')).toBeNull();
      expect(body).toMatchObject({
        asset_id: drawnId('red-disc'),
        title: 'red ball',
        tags: ['toy', 'round'],
        creator: 'Ada Martin',
        source: 'drawn',
        width: 320,
        height: 320,
        format: 'png',
        file: `${stack.baseUrl}/v1/asset/direct/drawn:red-disc`,
        thumb: `${stack.baseUrl}/v1/asset/direct/drawn:red-disc?v=thumb`,
        indexed: true,
        rights: {
          license: 'cc-by-4.0',
          commercial: true,
          attribution_required: true,
          attribution:
            '"red ball" by Ada Martin, licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Source: https://example.org/red-disc',
        },
        cv: { faces: 0, aspect: 1 },
      });
    });

    it('the file and the thumbnail of a result need no key and redirect', async () => {
      const anyone = new Caller(stack.baseUrl);
      const [first] = (await caller.search({ query: 'long striped banner', k: 1 })).results;
      for (const [url, width] of [
        [first?.file, 960],
        [first?.thumb, 400],
      ] as const) {
        const redirect = await anyone.get(String(url));
        expect(redirect.status).toBe(302);
        expect(redirect.headers.get('Cache-Control')).toBe('public, max-age=300');
        const file = await anyone.get(String(redirect.headers.get('Location')));
        expect(file.status).toBe(200);
        expect(file.headers.get('X-Content-Type-Options')).toBe('nosniff');
        expect((await sharp(file.body as Buffer).metadata()).width).toBe(width);
      }
    });
  });

  describe('by an address', () => describeAddress(stack));
  describe('files', () => describeFiles(stack));
  describeIdempotency(stack);
  describe('while another model runs than the one that filled the index', () => {
    describeModelMismatch(stack);
  });
  describe('words', () => describeWords(stack));
  describe('scores', () => describeScores(stack));

  it('lets no other program of this machine reach a service without its token', async () => {
    const rights = createRightsClient(stack.stack.addresses.RIGHTS_ADDRESS);
    const change = {
      assetId: drawnId('red-disc'),
      state: 'ASSET_STATE_WITHDRAWN',
      actor: 'test',
      reason: 'test',
    } as const;
    await expect(rights.changeAssetState(change, detachedCall(5_000))).rejects.toThrow('SERVICE_TOKEN');
    rights.close();
    expect((await caller.get(`/v1/asset/${drawnId('red-disc')}`)).status).toBe(200);
  });

  it('answers a hundred searches at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        caller.search({ query: `${at % 2 ? 'red' : 'blue'} box`, k: 2 }),
      ),
    );
    answers.forEach((answer, at) =>
      expect(answer.results[0]?.asset_id).toBe(drawnId(at % 2 ? 'red-box' : 'blue-box')),
    );
  });

  describe('copies of one image', () => describeNearDuplicates(stack));
});
