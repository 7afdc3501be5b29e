import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@imagesearch/gateway/config';
import { ROUTES } from '@imagesearch/gateway/contract/operations';
import { SCOPES, type Scope } from '@imagesearch/gateway/keys/api-key';
import { createGatewayService, type GatewayService } from '@imagesearch/gateway/service';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { Caller, faultOf, type Answer, unknownKey } from '@imagesearch/testkit/stack/caller';
import { pricingWithPlans } from '@imagesearch/testkit/stack/pricing';
import type { PlanName } from '@imagesearch/testkit/stack/test-stack';
import { Contract, type Document } from './contract.js';

const SEARCH_TIMEOUT_MS = 500;
const KEY_HEADER = ['header', 'X-API-Key'];

/** Every operation that takes a key, with the scope that it takes; what stands behind it is never reached. */
const KEYED = Object.values(ROUTES).flatMap(({ route: { method, path, scope } }) =>
  scope === undefined ? [] : [[method.toUpperCase(), path.replace(/\{\w+\}/g, 'x'), scope] as const],
);

/** A gateway with poor plans before services that hang, each answer held to the document that it serves. */
describe('refusals of the contract', () => {
  const dir = folderOfSuite();
  let silent: Server;
  const sockets = new Set<Socket>();
  let gateway: GatewayService;
  let contract: Contract;

  beforeAll(async () => {
    silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const pricing = await pricingWithPlans(dir, (plan) => {
      // An account may be on a plan that the operator took off the list: a fault of ours.
      if (plan.id === 'pro') return undefined;
      const limits = { rpm: null, rpd: null, concurrent: null };
      if (plan.id === 'free') return { ...plan, limits, monthly_credits: 0 };
      if (plan.id === 'starter') return { ...plan, limits: { rpm: 2, rpd: 3, concurrent: 50 } };
      if (plan.id === 'scale') return { ...plan, limits: { rpm: null, rpd: null, concurrent: 1 } };
      return { ...plan, limits };
    });
    gateway = createGatewayService(
      loadConfig({
        PORT: '0',
        DATA_DIR: dir,
        PRICING_FILE: pricing,
        LOG_LEVEL: 'silent',
        SEARCH_TIMEOUT_MS: String(SEARCH_TIMEOUT_MS),
        EMBEDDING_ADDRESS: `127.0.0.1:${(silent.address() as AddressInfo).port}`,
        RETRIEVAL_ADDRESS: '127.0.0.1:1',
        RIGHTS_ADDRESS: '127.0.0.1:1',
        RERANKER_ADDRESS: '127.0.0.1:1',
      }),
    );
    await gateway.start();
    contract = new Contract((await new Caller(gateway.baseUrl()).get('/openapi.json')).body as Document);
  }, 120_000);
  afterAll(async () => {
    await gateway.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  const accountOn = (plan: PlanName) =>
    gateway.accounts().ensure({ name: randomUUID(), plan, billingDay: 1 });
  const newKey = async (plan: PlanName, more: { scopes?: readonly Scope[]; expiresAt?: Date } = {}) =>
    gateway.keys().create((await accountOn(plan)).id, { environment: 'live', ...more });
  const keyOn = async (plan: PlanName) => (await newKey(plan)).key;

  async function ask(key: string | undefined, method: string, path: string, body?: object): Promise<Answer> {
    const text = method === 'POST' ? JSON.stringify(body ?? {}) : undefined;
    const answer = await new Caller(gateway.baseUrl(), key).send(method, path, text, {
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
    });
    expect(contract.faultsOf(method, path, answer)).toEqual([]);
    return answer;
  }
  const search = (key: string, query = 'ball') => ask(key, 'POST', '/v1/search', { query });

  describe.each(KEYED)('%s %s', (method, path, scope) => {
    it('answers 401 to no key, and alike to a malformed, an unknown, a revoked and an expired one', async () => {
      const revoked = await newKey('custom');
      await gateway.keys().revoke(revoked);
      const expired = await newKey('custom', { expiresAt: new Date(Date.now() - 1) });
      const missing = await ask(undefined, method, path);
      expect(faultOf(missing)).toMatchObject({ status: 401, type: 'auth_missing', loc: KEY_HEADER });
      for (const key of ['nonsense', unknownKey(), revoked.key, expired.key]) {
        const refused = await ask(key, method, path);
        expect(faultOf(refused)).toMatchObject({ status: 401, type: 'auth_invalid', loc: KEY_HEADER });
        expect(refused.headers.get('WWW-Authenticate')).toBe('ApiKey');
        expect(refused.headers.get('RateLimit')).toBeNull();
      }
    });

    if (scope !== 'any')
      it(`answers 403 to a key that lacks the scope ${scope} alone`, async () => {
        const { key } = await newKey('custom', { scopes: SCOPES.filter((other) => other !== scope) });
        const fault = { status: 403, type: 'scope_missing', loc: KEY_HEADER, ctx: { scope } };
        expect(faultOf(await ask(key, method, path))).toMatchObject(fault);
      });

    it('answers 429 with every limit, which of them it was, and when to come back', async () => {
      const key = await keyOn('starter');
      for (let at = 0; at < 2; at += 1)
        expect((await ask(key, 'GET', '/v1/usage')).headers.get('RateLimit-Policy')).toContain('"rpm";q=2');
      const refused = await ask(key, method, path);
      expect(faultOf(refused)).toMatchObject({ status: 429, type: 'rate_limited', ctx: { limit: 'rpm' } });
      expect(refused.headers.get('RateLimit-Policy')).toBe(
        '"rpm";q=2;w=60, "rpd";q=3;w=86400, "concurrent";q=50;qu="concurrent-requests"',
      );
      expect(refused.headers.get('RateLimit')).toMatch(
        /^"rpm";r=0;t=\d+, "rpd";r=1;t=\d+, "concurrent";r=50$/,
      );
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(50);
    });
  });

  it('429 counts all keys of an account together, those for tests too, before it reads a body', async () => {
    const { id } = await accountOn('starter');
    const keys = await Promise.all(
      (['live', 'test', 'live'] as const).map((environment) => gateway.keys().create(id, { environment })),
    );
    const [first, second, third] = keys.map(({ key }) => new Caller(gateway.baseUrl(), key));
    for (const caller of [first, second]) expect((await caller?.get('/v1/usage'))?.status).toBe(200);
    const refused = await third?.post('/v1/search', 'not even a search');
    expect(refused).toMatchObject({ status: 429, body: { detail: [{ ctx: { limit: 'rpm' } }] } });
    const { headers } = await ask(await keyOn('custom'), 'GET', '/v1/usage');
    expect([headers.get('RateLimit'), headers.get('RateLimit-Policy')]).toEqual([null, null]);
  });

  it('403 tells a feature that the plan lacks, before anything is reserved', async () => {
    const key = await keyOn('free');
    const refused = await ask(key, 'POST', '/v1/similar', { asset_id: 'a:b' });
    expect(faultOf(refused)).toMatchObject({
      status: 403,
      type: 'plan_feature_missing',
      ctx: { feature: 'similar_search', plan: 'free' },
    });
  });

  it('413 tells that the plan lacks the feature which a body of that size is for', async () => {
    const image_base64 = randomBytes(1024 * 1024).toString('base64');
    const refused = await ask(await keyOn('free'), 'POST', '/v1/search', { image_base64 });
    expect(faultOf(refused)).toMatchObject({
      status: 413,
      type: 'body_too_large',
      ctx: { bytes_max: 64 * 1024, feature: 'image_search', plan: 'free' },
    });
  });

  it('402 tells what was needed, what is left, and when credits come back', async () => {
    const refused = await search(await keyOn('free'));
    const { ctx, ...fault } = faultOf(refused);
    expect(fault).toMatchObject({ status: 402, type: 'credits_exhausted' });
    expect(ctx).toMatchObject({ needed: 1, remaining: 0 });
    expect(new Date(String(ctx?.['reset_at'])).getTime()).toBeGreaterThan(Date.now());
  });

  it('429 of requests under way names that limit, and says to come back soon', async () => {
    const key = await keyOn('scale');
    const [first, second] = await Promise.all([search(key), search(key)]);
    const refused = [first, second].find(({ status }) => status === 429);
    if (!refused) throw new Error('both were admitted');
    expect(faultOf(refused)).toMatchObject({ type: 'rate_limited', ctx: { limit: 'concurrent' } });
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect((await search(key)).status).toBe(504);
  });

  it('409 tells that the first request with a key is not answered yet', async () => {
    const caller = new Caller(gateway.baseUrl(), await keyOn('custom'));
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = caller.post('/v1/search', { query: 'ball' }, headers);
    await new Promise((resolve) => setTimeout(resolve, SEARCH_TIMEOUT_MS / 2));
    const refused = await caller.post('/v1/search', { query: 'ball' }, headers);
    expect(contract.faultsOf('POST', '/v1/search', refused)).toEqual([]);
    expect(faultOf(refused)).toMatchObject({ status: 409, type: 'idempotency_in_flight' });
    expect((await first).status).toBe(504);
  });

  it('the 504 of a hanging service, the 503 of an unavailable one and the 500 of a bug reveal no internals', async () => {
    const key = await keyOn('custom');
    const late = await search(key, randomUUID());
    expect(faultOf(late)).toMatchObject({ status: 504, type: 'deadline_exceeded' });
    const away = await ask(key, 'POST', '/v1/similar', { asset_id: 'a:b' });
    expect(faultOf(away)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
    const fault = await search(await keyOn('pro'));
    expect(faultOf(fault)).toMatchObject({ status: 500, type: 'internal', faults: 1 });
    for (const { body } of [late, away, fault]) {
      expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|price list|at \w+ \(/);
    }
    expect(late.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(away.headers.get('Retry-After')).toMatch(/^\d+$/);
    const { credits } = (await ask(key, 'GET', '/v1/usage')).body as { credits: object };
    expect(credits).toMatchObject({ used: 0, reserved: 0 });
  });
});
