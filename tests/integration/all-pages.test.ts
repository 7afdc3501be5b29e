import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { collectionOf } from '@imagesearch/testkit/images/collection';
import { painted } from '@imagesearch/testkit/images/drawn-images';
import { createRandom } from '@imagesearch/testkit/random';
import type { Envelope } from '@imagesearch/gateway/search/envelope';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const IMAGES = 130;
/** The first pool of a search for ten images. */
const FIRST_POOL = 100;
const random = createRandom(34);

/** Blocks of random colours, so that none looks like another. */
function blocks(): Promise<Buffer> {
  const { below } = random;
  return painted(8, 8, () => [below(256), below(256), below(256)])
    .resize(64, 64, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

const MANY = collectionOf(
  'many',
  Array.from({ length: IMAGES }, (_, at) => ({
    id: String(at),
    title: `patchwork quilt ${at}`,
    created: `${1900 + ((at * 37) % 100)}-05`,
    draw: blocks,
  })),
);

const stack = await TestStack.start(MANY);
afterAll(() => stack.stop());
const caller = await stack.newCaller();
const image_base64 = (await blocks()).toString('base64');

describe.each<[string, (page: object) => Promise<Envelope>, number]>([
  ['words', (page) => caller.search({ query: 'quilt', ...page }), IMAGES],
  ['no words at all', (page) => caller.search(page), IMAGES],
  ['words and an image', (page) => caller.search({ query: 'quilt', image_base64, ...page }), IMAGES],
  ['an indexed image', (page) => caller.similar({ asset_id: 'many:7', ...page }), IMAGES - 1],
])('the pages of a search by %s', (_name, ask, matching) => {
  it('hold every image that matches, each once, and say how many there are', async () => {
    const pages: Envelope[] = [];
    for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.cursor ?? null) {
      pages.push(await ask({ k: 45, ...(cursor !== undefined && { cursor }) }));
    }
    const ids = pages.flatMap(({ results }) => results.map(({ asset_id }) => asset_id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(matching);
    for (const page of pages.slice(0, -1)) expect(page.count).toBe(45);
    for (const { reachable } of pages) expect(Math.abs(reachable - matching)).toBeLessThanOrEqual(1);
    const scores = pages.flatMap(({ results }) => results.map(({ score }) => score));
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });
});

it('a search that is cut by its scores ends with its pool, and says so', async () => {
  const none = await caller.search({ query: 'mortgage application form', min_score: 'auto' });
  expect(none).toMatchObject({ count: 0, reachable: 0, cursor: null });
});

it.each([10, 20, 30])('the pages of %i by date and words are one pool, in one order', async (k) => {
  const first = await caller.search({ query: 'quilt', sort: 'newest', k });
  expect(first).toMatchObject({ reachable: FIRST_POOL, pool_size: FIRST_POOL });
  const pages = [first];
  for (let { cursor } = first; cursor !== null; cursor = pages.at(-1)?.cursor ?? null)
    pages.push(await caller.search({ query: 'quilt', sort: 'newest', k, cursor }));
  const results = pages.flatMap((page) => page.results);
  expect(new Set(results.map(({ asset_id }) => asset_id)).size).toBe(results.length);
  expect(results).toHaveLength(FIRST_POOL);
  const dates = results.map(({ created_at: created }) => created ?? '');
  expect(dates).toEqual(dates.toSorted().toReversed());
});

it('each page is billed like a search of that many results, once', async () => {
  const payer = await stack.newCaller('starter');
  const { cursor } = await payer.search({ query: 'quilt', k: 3 });
  const key = { 'Idempotency-Key': randomUUID() };
  const second = { query: 'quilt', k: 3, cursor };
  const answers = [await payer.post('/v1/search', second, key), await payer.post('/v1/search', second, key)];
  expect(answers.map(({ headers }) => headers.get('X-Credits-Charged'))).toEqual(['1', '0']);
  expect(answers[0]?.text).toBe(answers[1]?.text);
  const { credits, searches } = await payer.usage();
  expect(credits).toMatchObject({ used: 2, reserved: 0 });
  expect(searches).toHaveLength(2);
});
