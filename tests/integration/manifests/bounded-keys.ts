import { beforeAll, describe, expect, it } from '@jest/globals';
import { Caller, faultOf, type Answer } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { ingestManifest } from '../support/manifest.js';

/** The licences of each collection's images. */
const COLLECTIONS = {
  studio: { free: 'CC0', credited: 'CC BY 4.0', hobby: 'CC BY-NC 4.0' },
  rival: { free: 'CC0', credited: 'CC BY 4.0' },
};
const SQUARE = { query: 'square', k: 50 };
const BOTH = { source_any: Object.keys(COLLECTIONS) };

type Bounds = NonNullable<
  Parameters<ReturnType<TestStack['stack']['gateway']['keys']>['create']>[1]['bounds']
>;

/** Keys that are bound to a collection, or to what may be done with its images. */
export function describeBoundedKeys(stack: TestStack): void {
  const { gateway } = stack.stack;
  let accountId: string;
  let unbounded: Caller;

  async function callerWithin(bounds: Bounds | null): Promise<Caller> {
    const { key } = await gateway.keys().create(accountId, { environment: 'live', bounds });
    return new Caller(stack.baseUrl, key);
  }

  const addCollection = (source: string, licenses: Record<string, string>, title = 'square') => {
    const rows = Object.entries(licenses).map(([id, license]) => ({ id, title, license }));
    return ingestManifest(stack, source, rows);
  };

  beforeAll(async () => {
    ({ id: accountId } = await gateway.accounts().ensure({ name: 'acme', plan: 'scale', billingDay: 1 }));
    unbounded = await callerWithin(null);
    for (const [source, licenses] of Object.entries(COLLECTIONS)) await addCollection(source, licenses);
  }, 240_000);

  const idsOf = (results: readonly { asset_id: string }[]) => results.map(({ asset_id }) => asset_id).sort();

  describe('a key that is bound to a collection', () => {
    let caller: Caller;
    beforeAll(async () => {
      caller = await callerWithin({ sources: ['studio'] });
    });

    it('finds and counts its images alone', async () => {
      const { results, facets } = await caller.search({ ...SQUARE, facets: ['source'] });
      expect(idsOf(results)).toEqual(['studio:credited', 'studio:free', 'studio:hobby']);
      expect(facets).toEqual({ source: [{ value: 'studio', count: 3 }] });
      const { results: near } = await caller.similar({ asset_id: 'studio:free', k: 50 });
      expect(idsOf(near)).toEqual(['studio:credited', 'studio:hobby']);
    });

    it.each<[string, (source: string) => Promise<Answer>]>([
      ['its details', (source) => caller.get(`/v1/asset/${source}:free`)],
      ['its file', (source) => caller.get(`/v1/asset/direct/${source}:free`)],
      ['its thumbnail', (source) => caller.get(`/v1/asset/direct/${source}:free?v=thumb`)],
      ['what is like it', (source) => caller.post('/v1/similar', { asset_id: `${source}:free`, k: 3 })],
      ['its collection', (source) => caller.get(`/v1/search?query=square&source_any=${source}`)],
    ])('cannot tell an image of another collection from one that does not exist: %s', async (_what, ask) => {
      const [foreign, unknown] = [said(await ask('rival')), said(await ask('nobody'))];
      expect(foreign).toEqual(unknown);
      expect(foreign.status).not.toBe(200);
      expect(said(await ask('studio')).status).toBeLessThan(400);
    });

    it('describes and proposes its own collection only', async () => {
      const { body } = await caller.get('/v1/collection');
      expect(body).toMatchObject({ images: 3, sources: [{ source: 'studio', images: 3 }] });
      const licensed = await callerWithin({ licenses: ['cc-by-4.0'] });
      const { sources } = (await licensed.get('/v1/collection')).body as { sources: object[] };
      for (const source of ['studio', 'rival']) expect(sources).toContainEqual({ source, images: 1 });
      const misspelt = { ...SQUARE, filters: { source_any: ['riva', 'studi'] } };
      const refused = await caller.post('/v1/search', misspelt);
      expect(refused.text).not.toContain('rival');
      expect(refused.body).toMatchObject({ detail: [{}, { ctx: { did_you_mean: 'studio' } }] });
    });

    it('does not replay what another key of the account was answered', async () => {
      const key = { 'Idempotency-Key': 'the-same' };
      expect((await unbounded.post('/v1/search', SQUARE, key)).text).toContain('rival:free');
      const again = await caller.post('/v1/search', SQUARE, key);
      expect(faultOf(again)).toMatchObject({ type: 'idempotency_mismatch' });
    });

    it('learns no word that only other collections have, and is corrected by a dictionary', async () => {
      await addCollection('vault', { box: 'CC0' }, 'vermilyon square');
      const ofVault = await callerWithin({ sources: ['vault'] });
      expect(await spelled(unbounded, 'vermilyom')).toMatchObject({ to: ['vermilyon'] });
      for (const word of ['vermilyom', 'vermilyon'])
        expect(await spelled(caller, word)).toEqual({ to: [], unmatched: [word], proposed: null });
      expect(await spelled(ofVault, 'vermilyon')).toEqual({ to: [], unmatched: [], proposed: null });
      expect(await spelled(caller, 'elephnat')).toMatchObject({ to: ['elephant'] });
    }, 120_000);
  });

  describe('a key that is bound to what may be done with its images', () => {
    it('sees the licences that it is bound to', async () => {
      const caller = await callerWithin({ licenses: ['cc-by-4.0', 'cc-by-nc-4.0'] });
      const { results } = await caller.search({ ...SQUARE, filters: BOTH });
      expect(idsOf(results)).toEqual(['rival:credited', 'studio:credited', 'studio:hobby']);
      const free = await caller.search({ ...SQUARE, filters: { ...BOTH, license_any: ['cc0'] } });
      expect(free.results).toEqual([]);
      expect((await caller.get('/v1/asset/studio:free')).status).toBe(404);
    });

    it('sees what is known to be usable, whatever its requests ask for', async () => {
      const caller = await callerWithin({ sources: ['studio'], usable_for: { commercial: true } });
      const usable = ['studio:credited', 'studio:free'];
      expect(idsOf((await caller.search(SQUARE)).results)).toEqual(usable);
      const { results } = await caller.search({ ...SQUARE, filters: { commercial: false } });
      expect(results).toEqual([]);
      expect((await caller.get('/v1/asset/studio:hobby')).status).toBe(404);
    });
  });

  it('a test key searches the demonstration alone, free also where no credit is left', async () => {
    await addCollection('openmoji', { smiley: 'CC BY-SA 4.0' });
    const { id } = await gateway.accounts().ensure({ name: 'trying', plan: 'free', billingDay: 1 });
    const live = await gateway.keys().create(id, { environment: 'live' });
    const caller = new Caller(stack.baseUrl, live.key);
    let left = 1;
    while (left > 0)
      left = Number((await caller.post('/v1/search', SQUARE)).headers.get('X-Credits-Remaining'));
    expect(faultOf(await caller.post('/v1/search', SQUARE))).toMatchObject({ type: 'credits_exhausted' });

    const bounds = { licenses: ['cc-by-sa-4.0'] };
    const tested = await gateway.keys().create(id, { environment: 'test', bounds });
    const testing = new Caller(stack.baseUrl, tested.key);
    const key = { 'Idempotency-Key': 'tried' };
    const answer = await testing.post('/v1/search', SQUARE, key);
    expect(answer.body).toMatchObject({ results: [{ asset_id: 'openmoji:smiley' }] });
    expect(answer.headers.get('X-Credits-Charged')).toBe('0');

    expect((await testing.post('/v1/search', SQUARE, key)).text).toBe(answer.text);
    expect((await testing.get('/v1/asset/studio:free')).status).toBe(404);
    const { body: usage } = await testing.get('/v1/usage');
    expect(usage).toMatchObject({ credits: { remaining: 0, reserved: 0 }, plan: 'free' });
    expect((usage as { searches: unknown[] }).searches[0]).toMatchObject({ credits_charged: 0 });
  }, 240_000);
}

async function spelled(caller: Caller, query: string) {
  const {
    corrections = [],
    unmatched = [],
    did_you_mean: proposed = null,
  } = await caller.search({ query, k: 5 });
  return { to: corrections.map(({ to }) => to), unmatched, proposed };
}

/** What a caller reads, without what names the request or repeats its words. */
function said({ status, body }: Answer) {
  if (status < 400) return { status };
  const { detail } = body as { detail: unknown };
  return { status, text: JSON.stringify(detail).replaceAll('rival', 'X').replaceAll('nobody', 'X') };
}
