import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

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

/** Images whose manifest says what may be done with them. */
export function describeUse(stack: () => TestStack): void {
  let caller: Caller;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imagesearch-use-'));
    caller = new Caller(stack().baseUrl, await stack().newKey('scale'));
    for (const [at, id] of Object.keys(DECLARED).entries()) {
      const background = { r: 20 * at, g: 250 - 25 * at, b: (90 * at) % 256 };
      const file = sharp({ create: { width: 64, height: 64, channels: 3, background } }).jpeg();
      await writeFile(join(folder, `${id}.jpg`), await file.toBuffer());
    }
    const rows = Object.entries(DECLARED).map(([id, facts]) => ({
      id,
      file: `${id}.jpg`,
      title: 'square',
      ...facts,
    }));
    await writeFile(join(folder, 'rows.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
    const run = await stack().runIngest(['manifest', join(folder, 'rows.jsonl'), '--source', 'used']);
    expect(run).toMatchObject({ exitCode: 0 });
  }, 240_000);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const square = { query: 'square', k: 50, filters: { source_any: ['used'] } };
  const namesOf = (results: readonly { asset_id: string }[]) =>
    results.map(({ asset_id }) => asset_id.slice('used:'.length)).sort();

  /** The images of a search by the answer to what they are wanted for. */
  async function sorted(use: object): Promise<Record<string, string[]>> {
    const { results } = await caller.search({ ...square, use });
    const by = (answer: string) => namesOf(results.filter(({ usable }) => usable?.answer === answer));
    return { yes: by('yes'), no: by('no'), unknown: by('unknown') };
  }

  describe('a search that says what its images are wanted for', () => {
    it('answers for every image whether it may be used so', async () => {
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
    });

    it('says why, in the words of the licence', async () => {
      const { results } = await caller.search({ ...square, use: { commercial: true } });
      const [hobby] = results.filter(({ asset_id }) => asset_id === 'used:hobby');
      expect(hobby?.usable).toEqual({
        answer: 'no',
        because: [
          {
            code: 'license.non_commercial',
            says: 'CC BY-NC 4.0 does not permit commercial use.',
            source: 'license',
          },
        ],
      });
    });

    it('answers nothing of the kind where nobody asks', async () => {
      const { results } = await caller.search(square);
      expect(results.filter(({ usable }) => usable !== undefined)).toEqual([]);
    });

    it('leaves out what is not known to be usable, page by page, and keeps the order', async () => {
      const body = { ...square, use: { train_ai: true }, usable_only: true };
      const { results: all, count } = await caller.search(body);
      expect({ names: namesOf(all), count }).toEqual({ names: ['alike', 'free'], count: 2 });
      const first = await caller.search({ ...body, k: 1 });
      const second = await caller.search({ ...body, k: 1, cursor: first.cursor });
      expect(second.cursor).toBeNull();
      expect([...first.results, ...second.results].map(({ asset_id }) => asset_id)).toEqual(
        all.map(({ asset_id }) => asset_id),
      );
    });

    it.each([
      [{ commercial: true, modify: true, attribute: false }, ['free', 'released']],
      [{ modify: true, share_alike: false }, ['credited', 'free', 'hobby', 'news', 'released']],
      [{ commercial: true }, ['alike', 'credited', 'fixed', 'free', 'released']],
    ])('with usable_only finds for %j only what may be used so', async (use, names) => {
      expect(namesOf((await caller.search({ ...square, use, usable_only: true })).results)).toEqual(names);
    });

    it('answers an address as it answers a body', async () => {
      const address =
        '/v1/search?query=square&k=50&source_any=used&use_commercial=true&use_attribute=false&usable_only=true';
      const { body, status } = await caller.get(address);
      const use = { commercial: true, attribute: false };
      const { results } = await caller.search({ ...square, use, usable_only: true });
      expect({ status, answered: (body as { results: typeof results }).results }).toMatchObject({
        status: 200,
        answered: results.map(({ asset_id, usable }) => ({ asset_id, usable })),
      });
    });

    it('answers for images that look alike', async () => {
      const body = {
        ...square,
        query: undefined,
        asset_id: 'used:hobby',
        use: { commercial: true },
        usable_only: true,
      };
      const { results } = await caller.similar(body);
      expect(namesOf(results)).toEqual(['alike', 'credited', 'fixed', 'free', 'released']);
      expect(new Set(results.map(({ usable }) => usable?.answer))).toEqual(new Set(['yes']));
    });

    it('is refused for a purpose in an address that is neither true nor false', async () => {
      const fault = { status: 422, loc: ['query', 'use_modify'], type: 'boolean_type' };
      expect(faultOf(await caller.get('/v1/search?query=square&use_modify=1'))).toMatchObject(fault);
      expect(faultOf(await caller.get('/v1/asset/used:free?use_modify=1'))).toMatchObject(fault);
    });
  });

  describe('a search in a collection that does not exist', () => {
    it('is refused with the nearest one, and costs nothing', async () => {
      const answer = await caller.post('/v1/search', {
        ...square,
        filters: { source_any: ['used', 'uzed'] },
      });
      const fault = { status: 422, type: 'enum', ctx: { did_you_mean: 'used' } };
      expect(faultOf(answer)).toMatchObject({
        ...fault,
        loc: ['body', 'filters', 'source_any', 1],
        faults: 1,
      });
      expect(answer.headers.get('X-Credits-Charged')).toBeNull();
      const byAddress = await caller.get('/v1/search?query=square&source_any=uzed');
      expect(faultOf(byAddress)).toMatchObject({ ...fault, loc: ['query', 'source_any', 0] });
      const similar = await caller.post('/v1/similar', {
        asset_id: 'used:free',
        filters: { source_any: ['a\u0000:'] },
      });
      expect(faultOf(similar)).toMatchObject({ status: 422, type: 'enum' });
    });

    it('is answered from the first image of the collection on', async () => {
      const filters = { source_any: ['fresh'] };
      expect((await caller.post('/v1/search', { ...square, filters })).status).toBe(422);
      const manifest = join(folder, 'fresh.jsonl');
      await writeFile(manifest, JSON.stringify({ id: '1', file: 'free.jpg', title: 'square' }));
      expect(await stack().runIngest(['manifest', manifest, '--source', 'fresh'])).toMatchObject({
        exitCode: 0,
      });
      const { results } = await caller.search({ ...square, filters });
      expect(results.map(({ asset_id }) => asset_id)).toEqual(['fresh:1']);
    });
  });

  it('an image that stays at its rights holder is downloaded from there', async () => {
    const { status, headers } = await caller.get('/v1/asset/direct/used:reserved');
    expect([status, headers.get('Location')]).toEqual([302, 'https://example.org/reserved.jpg']);
  });

  describe('a look-up that says what the image is wanted for', () => {
    it('answers whether it may be used so, and why', async () => {
      const { body } = await caller.get('/v1/asset/used:news?use_commercial=true');
      expect(body).toMatchObject({
        usable: { answer: 'no', because: [{ code: 'editorial_only', source: 'declared' }] },
      });
      expect((await caller.get('/v1/asset/used:news')).body).not.toHaveProperty('usable');
    });
  });
}
