import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@imagesearch/service-kit/postgres/embedded-postgres';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import { loadConfig } from '../src/config.js';
import { createGatewayService, type GatewayService } from '../src/service.js';

let dir: string;
let server: EmbeddedPostgres;
let proxy: FaultyProxy;
let gateway: GatewayService;
let caller: Caller;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gateway-outage-'));
  server = await startEmbeddedPostgres(join(dir, 'server'));
  proxy = new FaultyProxy({ path: join(String(server.connection.host), '.s.PGSQL.5432') });
  const port = await proxy.open();
  gateway = createGatewayService(
    loadConfig({
      PORT: '0',
      DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
      KEY_SECRET: randomUUID().repeat(2),
      LOG_LEVEL: 'silent',
    }),
  );
  await gateway.start();
  const { id } = await gateway.accounts().ensure({ name: 'outage', plan: 'starter', billingDay: 1 });
  const { key } = await gateway.keys().create(id, { environment: 'test' });
  caller = new Caller(gateway.baseUrl(), key);
}, 120_000);

afterAll(async () => {
  await gateway.close();
  await proxy.close();
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

it('while its database is away no search is free: 503, prices still answer, and it recovers by itself', async () => {
  const ready = async () => (await fetch(`${gateway.opsUrl()}/status`)).json();
  expect(await ready()).toMatchObject({ database: { ready: true } });
  await proxy.close();
  expect(await ready()).toMatchObject({ ready: false, database: { ready: false } });
  const refused = await caller.post('/v1/search', { query: 'dog' });
  expect(faultOf(refused)).toMatchObject({ status: 503, type: 'dependency_unavailable' });
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect((await caller.get('/v1/pricing')).status).toBe(200);

  await proxy.open();
  // Admitted again: what is missing now is the services behind the gateway, which this test does not start.
  const { status, body } = await caller.post('/v1/search', { query: 'dog' });
  expect(status).toBe(503);
  expect(JSON.stringify(body)).toContain('embedding');
  expect(await ready()).toMatchObject({ database: { ready: true } });
});
