import { afterAll, describe, expect, it } from '@jest/globals';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { Caller, type Answer } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { ingestManifest, type Row } from './support/manifest.js';

/** Usable for everything; none needs a credit. */
const FREE = { license: 'CC0', model_release: 'yes', property_release: 'yes', training: true };
/** Usable for nothing, whatever the purpose is. */
const RESERVED = {
  license: 'All rights reserved',
  model_release: 'no',
  property_release: 'no',
  training: false,
  editorial: true,
};

/** Images by collection. A word of a reserved image is never one of a free image unless it is "square". */
const FREE_IMAGES: Record<string, Row[]> = {
  studio: [
    { id: 'door', title: 'square door', tags: ['entrance'], creator: 'Ada', date: '2021-05-01', ...FREE },
    { id: 'boat', title: 'square sailboat', tags: ['sea'], creator: 'Ada', date: '2022-05-01', ...FREE },
    { id: 'shoe', title: 'a square sandal', creator: 'Ben', date: '2020', ...FREE },
    { id: 'hill', title: 'green hill', tags: ['sea'], ...FREE, license: 'Public Domain Mark 1.0' },
  ],
};
const RESERVED_IMAGES: Record<string, Row[]> = {
  studio: [
    { id: 'lamp', title: 'square vermilyon', tags: ['lantern'], creator: 'Zed', date: '2023', ...RESERVED },
    { id: 'foot', title: 'square footwear', tags: ['lantern'], creator: 'Zed', date: '2024', ...RESERVED },
  ],
  rival: [
    { id: 'cart', title: 'square square waggon', creator: 'Eve', date: '2024-06', ...RESERVED },
    { id: 'boot', title: 'square boot and sailbote', creator: 'Eve', date: '2019', ...RESERVED },
    { id: 'door', title: 'square dooor', creator: 'Eve', date: '2018', ...RESERVED },
  ],
};

/** The same images wherever they are ingested. */
async function startWith(...collections: Record<string, Row[]>[]): Promise<TestStack> {
  const stack = await TestStack.start(NO_IMAGES);
  const sources = new Set(collections.flatMap((rowsOf) => Object.keys(rowsOf)));
  for (const source of sources) {
    const rows = collections.flatMap((rowsOf) => rowsOf[source] ?? []);
    const images = Object.fromEntries(rows.map(({ id }) => [id, drawn(source, id)]));
    const read = await Promise.all(Object.entries(images).map(async ([id, image]) => [id, await image]));
    // One by one: captions that are encoded together differ in a score's fifth digit.
    const options = ['--concurrency', '1'];
    await ingestManifest(stack, source, rows, {
      images: Object.fromEntries(read) as Record<string, Buffer>,
      options,
    });
  }
  return stack;
}

/** A drawing of its own for each image, and for one that nobody has. */
const DRAWN = [FREE_IMAGES, RESERVED_IMAGES].flatMap((images) =>
  Object.entries(images).flatMap(([source, rows]) => rows.map(({ id }) => `${source}:${id}`)),
);
const drawn = (source: string, id: string) => drawPng(DRAWN.indexOf(`${source}:${id}`) + 1);

const whole = await startWith(FREE_IMAGES, RESERVED_IMAGES);
const free = await startWith(FREE_IMAGES);
const studio = await startWith(FREE_IMAGES, { studio: RESERVED_IMAGES['studio'] ?? [] });
afterAll(() => Promise.all([whole, free, studio].map((stack) => stack.stop())));

type Bounds = NonNullable<
  Parameters<ReturnType<TestStack['stack']['gateway']['keys']>['create']>[1]['bounds']
>;

/** What an image of each kind has to be: the second is of no key whose bounds hide it, the third of nobody. */
const ALLOWED = 'studio:door';
const UNKNOWN = 'studio:nothing';

const PURPOSES = [
  'commercial',
  'modify',
  'attribute',
  'share_alike',
  'train_ai',
  'people_identifiable',
  'property_identifiable',
];

/** Each bound, an image that it hides, and an installation that has only the images that it allows. */
const BOUNDS: [says: string, bounds: Bounds, hidden: string, only: TestStack][] = [
  ['sources', { sources: ['studio'] }, 'rival:cart', studio],
  ['licenses', { licenses: ['cc0', 'pdm'] }, 'studio:lamp', free],
  ['licenses of its sources', { sources: ['studio'], licenses: ['cc0', 'pdm'] }, 'studio:lamp', free],
  ...PURPOSES.map((purpose): [string, Bounds, string, TestStack] => {
    const asked = purpose !== 'attribute' && purpose !== 'share_alike';
    return [`usable_for ${purpose}`, { usable_for: { [purpose]: asked } }, 'studio:lamp', free];
  }),
  [
    'usable_for modify on own terms',
    { usable_for: { modify: true, share_alike: false } },
    'rival:boot',
    free,
  ],
  [
    'usable_for an advertisement',
    { usable_for: { commercial: true, people_identifiable: true, property_identifiable: true } },
    'studio:foot',
    free,
  ],
];

type Ask = (caller: Caller) => Promise<Answer>;
const FACETS = ['license', 'source', 'creator', 'tags', 'orientation'];
const SQUARE = { query: 'square', k: 50, facets: FACETS };

const search =
  (body: object): Ask =>
  (caller) =>
    caller.post('/v1/search', body);
const tool =
  (name: string, args: object): Ask =>
  (caller) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    return caller.post('/mcp', message, { Accept: 'application/json, text/event-stream' });
  };

/** Requests that name no image. Filters contradict the bounds, words are of images outside of them. */
const ASKED: Record<string, Ask> = {
  'a search with facets': search(SQUARE),
  'a page of it': search({ ...SQUARE, k: 1 }),
  'all images, the newest first': search({ k: 50, facets: FACETS, sort: 'newest' }),
  'a search by address': (caller) =>
    caller.get('/v1/search?query=square&k=50&facets=creator&commercial=false'),
  ...Object.fromEntries(
    [
      { commercial: false },
      { derivatives: false },
      { license_any: ['inc'] },
      { license_any: ['cc0', 'inc'] },
      { source_any: ['studio', 'rival'] },
      { source_any: ['rival'] },
      { source_any: ['rivall', 'studi'] },
      { creator: 'Zed' },
      { creator: 'Eve' },
      { tags_any: ['lantern', 'sea'] },
      { created_from: '2023' },
    ].map((filters) => [`filters ${JSON.stringify(filters)}`, search({ ...SQUARE, filters })]),
  ),
  ...Object.fromEntries(
    [{ commercial: false }, { commercial: true, modify: false }, { train_ai: true }].map((use) => [
      `usable only for ${JSON.stringify(use)}`,
      search({ ...SQUARE, use, usable_only: true }),
    ]),
  ),
  ...Object.fromEntries(
    ['vermilyon', 'vermilyom', 'dooor', 'sailbote', 'sailbaot', 'footwear', 'waggon', 'sandle boot'].flatMap(
      (query) => [
        [`the words "${query}"`, search({ query, k: 50 })],
        [`the exact words "${query}"`, search({ query, k: 50, exact: true })],
      ],
    ),
  ),
  'a brief with a licence in words': search({ query: 'square cc0', parse_design: true, k: 50 }),
  'the collection': (caller) => caller.get('/v1/collection'),
  'the tool of agents': tool('search_images', { query: 'square', k: 10, filters: { creator: 'Zed' } }),
};

/** Requests that name an image. */
const NAMING: Record<string, (assetId: string) => Ask> = {
  'what is like it': (id) => (caller) => caller.post('/v1/similar', { asset_id: id, k: 50 }),
  'what is like it and contradicts the bounds': (id) => (caller) =>
    caller.post('/v1/similar', { asset_id: id, k: 50, filters: { commercial: false } }),
  'its look-up': (id) => (caller) => caller.get(`/v1/asset/${id}?use_commercial=true`),
  'its file': (id) => (caller) => caller.get(`/v1/asset/direct/${id}`),
  'its thumbnail': (id) => (caller) => caller.get(`/v1/asset/direct/${id}?v=thumb`),
  'the tool of agents': (id) => tool('get_image', { asset_id: id }),
  'its pixels': (id) => async (caller) => {
    const [source = '', name = ''] = id.split(':');
    const image_base64 = (await drawn(source, name)).toString('base64');
    return caller.post('/v1/search', { image_base64, k: 50, facets: FACETS });
  },
};

describe.each(BOUNDS)('a key that is bound to %s', (_says, bounds, hidden, only) => {
  const bound = callerOf(whole, bounds);
  const unbound = callerOf(only, null);
  const saidBoth = async (ask: Ask) => ({
    bound: said(await ask(await bound)),
    only: said(await ask(await unbound)),
  });

  it.each(Object.entries(ASKED))('is answered as if nothing else existed: %s', async (_what, ask) => {
    const both = await saidBoth(ask);
    expect(both.bound).toEqual(both.only);
  });

  it.each(Object.entries(NAMING))(
    'knows a hidden image as little as one that nobody has: %s',
    async (what, ask) => {
      for (const id of [ALLOWED, hidden, UNKNOWN]) {
        const both = await saidBoth(ask(id));
        expect(both.bound).toEqual(both.only);
      }
      if (what !== 'its pixels')
        expect(said(await ask(hidden)(await bound), hidden)).toEqual(
          said(await ask(UNKNOWN)(await bound), UNKNOWN),
        );
    },
  );

  it('sees something, and not all', async () => {
    const { results } = await (await bound).search({ ...SQUARE, filters: { source_any: ['studio'] } });
    expect(results.map(({ asset_id }) => asset_id)).toContain(ALLOWED);
    const all = await (await callerOf(whole, null)).search(SQUARE);
    expect(all.results.map(({ asset_id }) => asset_id)).toContain(hidden);
  });

  it('cannot go on with a page of a key that sees more', async () => {
    const accountId = await newAccount(whole);
    const [one, other] = [await callerOf(whole, null, accountId), await callerOf(whole, bounds, accountId)];
    const { cursor } = await one.search({ ...SQUARE, k: 1 });
    const answer = await other.post('/v1/search', { ...SQUARE, k: 1, cursor });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: 'cursor_mismatch' }] } });
  });
});

async function newAccount({ stack }: TestStack): Promise<string> {
  const name = crypto.randomUUID();
  return (await stack.gateway.accounts().ensure({ name, plan: 'custom', billingDay: 1 })).id;
}

async function callerOf(stack: TestStack, bounds: Bounds | null, accountId?: string): Promise<Caller> {
  const account = accountId ?? (await newAccount(stack));
  const { key } = await stack.stack.gateway.keys().create(account, { environment: 'live', bounds });
  return new Caller(stack.baseUrl, key);
}

/** What an answer says, without what differs from one request, and from one installation, to the next. */
function said({ status, text, headers }: Answer, named = 'X') {
  const same = text
    .replaceAll(/"http[^"]*\/v1\/asset\/(?:direct|[^/"]+)\//g, '"/v1/asset/')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://host')
    .replaceAll(/\/v1\/asset\/[\w-]{16,}\//g, '/v1/asset/')
    .replaceAll(/"timing_ms":\{[^}]*\}/g, '')
    .replaceAll(/\b(?:q|req)_[0-9a-f]{16,}/g, 'id')
    .replaceAll(/"latency_ms":\d+/g, '')
    .replaceAll(/"cursor":"[^"]*"/g, '"cursor":"more"')
    .replaceAll(named, 'X');
  const charged = headers.get('X-Credits-Charged');
  return { status, charged, same, hasFile: headers.has('Location') };
}
