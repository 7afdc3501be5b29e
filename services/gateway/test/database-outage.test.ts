import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { startProxiedPostgres, type ProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import { loadConfig } from '../src/config.js';
import { createGatewayService, type GatewayService } from '../src/service.js';

let server: ProxiedPostgres;
let gateway: GatewayService;
let caller: Caller;

beforeAll(async () => {
  server = await startProxiedPostgres(EMBEDDED_POSTGRES);
  gateway = createGatewayService(
    loadConfig({
      PORT: '0',
      DATABASE_URL: server.url,
      MIGRATE_AT_START: 'true',
      KEY_SECRET: randomUUID().repeat(2),
      LOG_LEVEL: 'silent',
    }),
  );
  await gateway.start();
  const { id } = await gateway.accounts().ensure({ name: 'outage', plan: 'starter', billingDay: 1 });
  const { key } = await gateway.keys().create(id, { environment: 'live' });
  caller = new Caller(gateway.baseUrl(), key);
}, 120_000);

afterAll(async () => {
  await gateway.close();
  await server.close();
});

it('answers 503 to searches while its database is unavailable, still answers prices, and recovers by itself', async () => {
  const ready = async () => (await fetch(`${gateway.opsUrl()}/status`)).json();
  expect(await ready()).toMatchObject({ database: { ready: true } });
  await server.proxy.close();
  expect(await ready()).toMatchObject({ ready: false, database: { ready: false } });
  const refused = await caller.post('/v1/search', { query: 'dog' });
  expect(faultOf(refused)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect((await caller.get('/v1/pricing')).status).toBe(200);

  await server.proxy.open();
  // Admitted again. This test starts no service behind the gateway, so the embedding service is missing now.
  const { status, body } = await caller.post('/v1/search', { query: 'dog' });
  expect(status).toBe(503);
  expect(JSON.stringify(body)).toContain('embedding');
  expect(await ready()).toMatchObject({ database: { ready: true } });
});
