import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { startProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { until } from '@imagesearch/testkit/processes/until';
import { faultOf } from '@imagesearch/testkit/stack/caller';
import { DRAWN, draw, drawnId, smallCollection } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { newCallers, startGateway } from './support/own-gateway.js';

const PARTS = {
  reranker: 'RERANKER_ADDRESS',
  embedding: 'EMBEDDING_ADDRESS',
  retrieval: 'RETRIEVAL_ADDRESS',
  rights: 'RIGHTS_ADDRESS',
} as const;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as Part[];

const proxies = Object.fromEntries(PART_NAMES.map((part) => [part, new FaultyProxy()])) as Record<
  Part,
  FaultyProxy
>;
const behind: Partial<Record<(typeof PARTS)[Part], string>> = {};
for (const part of PART_NAMES) behind[PARTS[part]] = `127.0.0.1:${await proxies[part].open()}`;
const stack = await TestStack.start(undefined, {
  env: { RERANK_PAUSE_MS: '200' },
  gatewayAddresses: behind,
});
for (const part of PART_NAMES) proxies[part].pointTo(stack.stack.addresses[PARTS[part]]);
afterAll(async () => {
  await stack.stop();
  for (const proxy of Object.values(proxies)) await proxy.close();
});
const caller = await stack.newCaller('starter');

describe('when a part is down', () => {
  beforeAll(() => isWhole(), 240_000);
  afterEach(async () => {
    for (const proxy of Object.values(proxies)) proxy.setFault({ kind: 'none' });
    await isWhole();
  });

  const isWhole = () =>
    until(async () => {
      const { status, body } = await caller.post('/v1/search', { query: 'red ball', k: 1 });
      return status === 200 && (body as { degraded?: boolean }).degraded !== true;
    });

  const remaining = async (): Promise<number> => {
    const { headers } = await caller.post('/v1/search', { query: 'red ball', k: 1 });
    return Number(headers.get('X-Credits-Remaining'));
  };

  /** Of one series; 0 where nothing was counted yet. */
  const metric = async (name: string, label = '', gateway = stack.stack.gateway): Promise<number> => {
    const page = await (await fetch(`${gateway.opsUrl()}/metrics`)).text();
    return Number(new RegExp(`^${name}\\{[^}]*${label}[^}]*\\} (\\d+)$`, 'm').exec(page)?.[1] ?? 0);
  };

  const used = async (): Promise<number> => (await caller.usage()).credits.used;

  it('without the reranker a search still answers, in retrieval order, says so, and is billed', async () => {
    const degraded = () => metric('gateway_searches_total', 'outcome="degraded"');
    const before = await degraded();
    proxies.reranker.setFault({ kind: 'refuse' });
    const answer = await caller.post('/v1/search', { query: 'red ball', k: 3 });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('X-Credits-Charged')).toBe('1');
    expect(answer.body).toMatchObject({
      degraded: true,
      ranking: 'degraded',
      mode: 'none (degraded)',
      reranked: 0,
    });
    expect((answer.body as { results: unknown[] }).results.length).toBeGreaterThan(0);
    expect((await caller.get('/v1/warm')).body).toMatchObject({
      ready: true,
      services: { reranker: { ready: false } },
    });
    expect(await degraded()).toBe(before + 1);
    await until(async () => {
      await caller.search({ query: 'red ball', k: 3 });
      return (await metric('gateway_reranker_circuit_open')) === 1;
    });
  });

  it('without embedding a new query is refused unbilled; a recent one, similar, assets and prices still answer', async () => {
    const before = await remaining();
    proxies.embedding.setFault({ kind: 'refuse' });
    const refused = await caller.post('/v1/search', { query: 'a query never asked before' });
    expect(faultOf(refused)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
    const image = (await draw({ shape: 'box', colour: [1, 2, 3] })).toString('base64');
    expect(faultOf(await caller.post('/v1/search', { image_base64: image })).status).toBe(503);
    expect(await remaining()).toBe(before - 1);
    expect((await caller.similar({ asset_id: drawnId('red-disc') })).count).toBeGreaterThan(0);
    expect((await caller.get(`/v1/asset/${drawnId('red-disc')}`)).status).toBe(200);
    expect((await caller.get('/v1/pricing')).status).toBe(200);
    expect((await caller.get('/v1/warm')).status).toBe(503);
    // Every gateway would say the same: a load balancer that asks would be left without any.
    const ops = stack.stack.gateway.opsUrl();
    expect((await fetch(`${ops}/status`)).status).toBe(503);
    for (const probe of ['readyz', 'livez']) expect((await fetch(`${ops}/${probe}`)).status).toBe(200);
  });

  it.each(['embedding', 'retrieval', 'rights'] as const)(
    'without %s an image is not added, which is said at once, and it is added afterwards',
    async (part) => {
      const adding = await stack.newCaller('custom', ['ingest']);
      const image = await draw({ shape: 'box', colour: [1, 2, PART_NAMES.indexOf(part)] });
      const add = () => adding.post('/v1/asset', { image_base64: image.toString('base64') });
      proxies[part].setFault({ kind: 'refuse' });
      // A minute of retries would end in another status.
      expect(faultOf(await add())).toMatchObject({ status: 503, type: 'dependency_unavailable' });
      proxies[part].setFault({ kind: 'none' });
      const added = await until(async () => {
        const { status, body } = await add();
        return status === 201 && (body as { asset_id: string });
      });
      expect((await adding.send('DELETE', `/v1/asset/${added.asset_id}`, undefined)).status).toBe(204);
    },
  );

  it.each([
    ['retrieval', { status: 200, body: { indexed: null } }],
    ['rights', { status: 503 }],
  ] as const)(
    'without %s searches are refused unbilled; an asset is answered %j, and prices still answer',
    async (part, ofAsset) => {
      const before = await used();
      proxies[part].setFault({ kind: 'refuse' });
      for (const [path, body] of [
        ['/v1/search', { query: 'red ball' }],
        ['/v1/similar', { asset_id: drawnId('red-disc') }],
      ] as const)
        expect(faultOf(await caller.post(path, body)).status).toBe(503);
      expect(await used()).toBe(before);
      expect(await caller.get(`/v1/asset/${drawnId('red-disc')}`)).toMatchObject(ofAsset);
      expect((await caller.get('/v1/pricing')).status).toBe(200);
    },
  );

  // That it grants its share, and no more, is proved beside the limiter.
  it('without Redis a search of a gateway that shares its limits still answers', async () => {
    const home = await EMBEDDED_POSTGRES.create('gateway/postgres');
    const gateway = await startGateway(stack, home, { REDIS_URL: 'redis://127.0.0.1:1' });
    const [own] = await newCallers([gateway], 'free');
    const { status } = await own.post('/v1/search', { query: 'red ball' });
    expect(status).toBe(200);
    expect(await metric('gateway_limiter_fallbacks_total', '', gateway)).toBeGreaterThan(0);
    await gateway.close();
    await home.drop();
  });

  it('without its database a gateway refuses searches, still answers prices, and recovers by itself', async () => {
    const server = await startProxiedPostgres(EMBEDDED_POSTGRES);
    const gateway = await startGateway(stack, server);
    const [own] = await newCallers([gateway], 'starter');
    const search = () => own.post('/v1/search', { query: 'red ball' });
    const status = async () => (await fetch(`${gateway.opsUrl()}/status`)).json();
    expect(await status()).toMatchObject({ ready: true, database: { ready: true } });
    await server.proxy.close();
    expect(await status()).toMatchObject({ ready: false, database: { ready: false } });
    const refused = await search();
    expect(faultOf(refused)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect((await own.get('/v1/pricing')).status).toBe(200);
    await server.proxy.open();
    expect((await search()).status).toBe(200);
    expect(await status()).toMatchObject({ ready: true });
    await gateway.close();
    await server.close();
  });

  it('without points of the index beside a filled catalogue searches are refused unbilled, and the operator is alarmed', async () => {
    const nothing = await caller.search({ query: 'red ball', filters: { aspect_min: 9 } });
    expect(nothing.count).toBe(0);
    expect(await metric('gateway_searches_empty_total')).toBe(1);
    const before = await used();

    const { retrieval } = stack.clients;
    await retrieval.deletePoints({ assetIds: DRAWN.map(({ id }) => drawnId(id)) }, detachedCall(10_000));
    // What the gateway knows of the index is up to a second old.
    await sleep(1_200);

    for (const [path, body] of [
      ['/v1/search', { query: 'red ball' }],
      ['/v1/search', { query: 'red ball', filters: { aspect_min: 9 } }],
      ['/v1/similar', { asset_id: drawnId('red-disc') }],
    ] as const) {
      const refused = await caller.post(path, body);
      expect(faultOf(refused)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
      expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
    }
    expect(await used()).toBe(before);
    expect(await metric('gateway_index_lost')).toBe(1);
    expect(await metric('gateway_index_points')).toBe(0);
    expect(await metric('gateway_catalogue_assets')).toBe(DRAWN.length);
    const status = await fetch(`${stack.stack.gateway.opsUrl()}/status`);
    expect(status.status).toBe(503);
    expect(await status.json()).toMatchObject({
      services: { retrieval: { ready: false, detail: expect.stringContaining('reindex') } },
    });
    expect((await fetch(`${stack.stack.gateway.opsUrl()}/readyz`)).status).toBe(200);
    await stack.ingestAsset(smallCollection());
  });
});
