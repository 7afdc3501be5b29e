import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import { pricingWithLimits } from '@imagesearch/testkit/stack/pricing';
import { type Scope } from '../src/keys/api-key.js';
import { loadConfig } from '../src/config.js';
import { createGatewayService, type GatewayService } from '../src/service.js';

const dir = folderOfSuite();
let gateway: GatewayService;

beforeAll(async () => {
  const pricing = await pricingWithLimits(dir, { starter: { rpm: 3, rpd: 100, concurrent: 2 } });
  gateway = createGatewayService(
    loadConfig({ PORT: '0', DATA_DIR: dir, PRICING_FILE: pricing, LOG_LEVEL: 'silent' }),
  );
  await gateway.start();
}, 120_000);

afterAll(() => gateway.close());

async function newAccount(plan: 'starter' | 'custom') {
  const account = await gateway.accounts().ensure({ name: randomUUID(), plan, billingDay: 1 });
  const newKey = (scopes?: Scope[]) =>
    gateway.keys().create(account.id, { environment: 'live', ...(scopes && { scopes }) });
  return { account, newKey };
}
const callerOf = (key?: string) => new Caller(gateway.baseUrl(), key);

it('all keys of an account share its limits, those for tests too, every answer says what is left, and a refusal when to come back', async () => {
  const { newKey, account } = await newAccount('starter');
  const keys = [newKey(), gateway.keys().create(account.id, { environment: 'test' })];
  const callers = (await Promise.all(keys)).map(({ key }) => callerOf(key));
  const left = [];
  for (let request = 0; request < 3; request += 1) {
    const { headers } = (await callers[request % 2]?.get('/v1/usage')) ?? {};
    expect(headers?.get('RateLimit-Policy')).toBe(
      '"rpm";q=3;w=60, "rpd";q=100;w=86400, "concurrent";q=2;qu="concurrent-requests"',
    );
    left.push(/"rpm";r=(?<left>\d)/.exec(headers?.get('RateLimit') ?? '')?.groups?.['left']);
  }
  expect(left).toEqual(['2', '1', '0']);
  const refused = await callerOf((await newKey()).key).post('/v1/search', 'not even a search');
  expect(faultOf(refused)).toMatchObject({ status: 429, type: 'rate_limited', ctx: { limit: 'rpm' } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(55);
});

it('a plan without limits has no limit headers', async () => {
  const { newKey } = await newAccount('custom');
  const { status, headers } = await callerOf((await newKey()).key).get('/v1/usage');
  expect([status, headers.get('RateLimit'), headers.get('RateLimit-Policy')]).toEqual([200, null, null]);
});

it('the operator’s port tells what was admitted and refused, by route and not by path', async () => {
  const { newKey } = await newAccount('starter');
  const caller = callerOf((await newKey()).key);
  for (let request = 0; request < 4; request += 1) await caller.get('/v1/usage');
  await caller.get('/v1/asset/secret:path');
  const metrics = await (await fetch(`${gateway.opsUrl()}/metrics`)).text();
  expect(metrics).toMatch(/gateway_admissions_total\{outcome="rpm",source="process",service="gateway"\} \d+/);
  expect(metrics).toMatch(/route="\/v1\/usage",status="429"/);
  expect(metrics).not.toContain('secret:path');
  expect((await fetch(`${gateway.opsUrl()}/healthz`)).status).toBe(200);
});
