import { beforeAll, describe, expect, it } from '@jest/globals';
import { faultOf, type Caller } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { ingestManifest } from '../support/manifest.js';

/** What each image is declared as. */
const DECLARED: Record<string, Record<string, unknown>> = {
  free: { license: 'CC0' },
  released: { license: 'CC0', model_release: 'yes', training: false },
  credited: { license: 'CC BY 4.0' },
  alike: { license: 'CC BY-SA 4.0', training: true },
  fixed: { license: 'CC BY-ND 4.0' },
  hobby: { license: 'CC BY-NC 4.0' },
  news: { license: 'CC BY 4.0', editorial: true },
  reserved: { license: 'all rights reserved', url: 'https://example.org/reserved.jpg', delivery: 'link' },
  unsaid: {},
};

/** Images whose manifest says what may be done with them; the rules of the answer stand beside the gateway. */
export function describeUse(stack: TestStack): void {
  let caller: Caller;

  beforeAll(async () => {
    caller = await stack.newCaller('scale');
    const rows = Object.entries(DECLARED).map(([id, facts]) => ({ id, title: 'square', ...facts }));
    await ingestManifest(stack, 'used', rows);
  }, 240_000);

  const SQUARE = { query: 'square', k: 50, filters: { source_any: ['used'] } };
  const namesOf = (results: readonly { asset_id: string }[]) =>
    results.map(({ asset_id }) => asset_id.slice('used:'.length)).sort();

  /** The images of a search by the answer to what they are wanted for. */
  async function sorted(use: object): Promise<Record<string, string[]>> {
    const { results } = await caller.search({ ...SQUARE, use });
    const by = (answer: string) => namesOf(results.filter(({ usable }) => usable?.answer === answer));
    return { yes: by('yes'), no: by('no'), unknown: by('unknown') };
  }

  describe('a search that says what its images are wanted for', () => {
    it('answers for every image whether it may be used so, and nothing of the kind where nobody asks', async () => {
      expect(await sorted({ commercial: true, modify: true })).toEqual({
        yes: ['alike', 'credited', 'free', 'released'],
        no: ['fixed', 'hobby', 'news', 'reserved'],
        unknown: ['unsaid'],
      });
      expect(await sorted({ train_ai: true })).toEqual({
        yes: ['alike', 'free'],
        no: ['released'],
        unknown: ['credited', 'fixed', 'hobby', 'news', 'reserved', 'unsaid'],
      });
      const { results } = await caller.search(SQUARE);
      expect(results.filter(({ usable }) => usable !== undefined)).toEqual([]);
    });

    it('leaves out what is not known to be usable, page by page, and keeps the order', async () => {
      const body = { ...SQUARE, use: { train_ai: true }, usable_only: true };
      const { results: all, count } = await caller.search(body);
      expect({ names: namesOf(all), count }).toEqual({ names: ['alike', 'free'], count: 2 });
      const first = await caller.search({ ...body, k: 1 });
      const second = await caller.search({ ...body, k: 1, cursor: first.cursor });
      expect(second.cursor).toBeNull();
      expect([...first.results, ...second.results].map(({ asset_id }) => asset_id)).toEqual(
        all.map(({ asset_id }) => asset_id),
      );
    });

    it('answers an address as it answers a body', async () => {
      const address =
        '/v1/search?query=square&k=50&source_any=used&use_commercial=true&use_attribute=false&usable_only=true';
      const { body } = await caller.get(address);
      expect(namesOf((body as { results: { asset_id: string }[] }).results)).toEqual(['free', 'released']);
      const fault = { status: 422, loc: ['query', 'use_modify'], type: 'boolean_type' };
      expect(faultOf(await caller.get('/v1/search?query=square&use_modify=1'))).toMatchObject(fault);
      expect(faultOf(await caller.get('/v1/asset/used:free?use_modify=1'))).toMatchObject(fault);
    });

    it('answers for images that look alike', async () => {
      const { filters, k } = SQUARE;
      const wanted = { use: { commercial: true }, usable_only: true };
      const { results } = await caller.similar({ asset_id: 'used:hobby', filters, k, ...wanted });
      expect(namesOf(results)).toEqual(['alike', 'credited', 'fixed', 'free', 'released']);
      expect(new Set(results.map(({ usable }) => usable?.answer))).toEqual(new Set(['yes']));
    });
  });

  describe('a search in a collection that does not exist', () => {
    it('is refused with the nearest one, and costs nothing', async () => {
      const filters = { source_any: ['used', 'uzed'] };
      const answer = await caller.post('/v1/search', { ...SQUARE, filters });
      const fault = { status: 422, type: 'enum', ctx: { did_you_mean: 'used' } };
      const loc = ['body', 'filters', 'source_any', 1];
      expect(faultOf(answer)).toMatchObject({ ...fault, loc, faults: 1 });
      expect(answer.headers.get('X-Credits-Charged')).toBeNull();
      const byAddress = await caller.get('/v1/search?query=square&source_any=uzed');
      expect(faultOf(byAddress)).toMatchObject({ ...fault, loc: ['query', 'source_any', 0] });
      const similar = { asset_id: 'used:free', filters: { source_any: ['a\u0000:'] } };
      expect(faultOf(await caller.post('/v1/similar', similar))).toMatchObject({ status: 422, type: 'enum' });
    });

    it('is answered from the first image of the collection on', async () => {
      const filters = { source_any: ['fresh'] };
      expect((await caller.post('/v1/search', { ...SQUARE, filters })).status).toBe(422);
      await ingestManifest(stack, 'fresh', [{ id: '1', title: 'square' }]);
      const { results } = await caller.search({ ...SQUARE, filters });
      expect(results.map(({ asset_id }) => asset_id)).toEqual(['fresh:1']);
    });
  });

  it('an image that stays at its rights holder is downloaded from there', async () => {
    const { status, headers } = await caller.get('/v1/asset/direct/used:reserved');
    expect([status, headers.get('Location')]).toEqual([302, 'https://example.org/reserved.jpg']);
  });

  it('a look-up that says what the image is wanted for answers whether it may be used so, and why', async () => {
    const { body } = await caller.get('/v1/asset/used:news?use_commercial=true');
    expect(body).toMatchObject({
      usable: { answer: 'no', because: [{ code: 'editorial_only', source: 'declared' }] },
    });
    expect((await caller.get('/v1/asset/used:news')).body).not.toHaveProperty('usable');
  });
}
