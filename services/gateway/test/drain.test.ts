import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { layEmptyPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { loadConfig } from '../src/config.js';
import { createGatewayService } from '../src/service.js';

const DELAY_MS = 800;
/** Longer than a stop once waited for requests in flight. */
const SEARCH_TIMEOUT_MS = 5_500;

/** A service that takes calls and never answers. */
const silent = createServer((socket) => socket.on('error', () => undefined).resume());
const { port } = await openOnLoopback(silent);
const dir = folderOfSuite();
await layEmptyPostgres(join(dir, 'gateway', 'postgres'));
const gateway = createGatewayService(
  loadConfig({
    PORT: '0',
    DATA_DIR: dir,
    LOG_LEVEL: 'silent',
    EMBEDDING_ADDRESS: `127.0.0.1:${port}`,
    SEARCH_TIMEOUT_MS: String(SEARCH_TIMEOUT_MS),
    DRAIN_DELAY_MS: String(DELAY_MS),
  }),
);
await gateway.start();
afterAll(async () => {
  await gateway.close();
  silent.close();
});

it('a stopping gateway says so first, serves on for its delay, and answers what is in flight in its own time', async () => {
  const { id } = await gateway.accounts().ensure({ name: 'one', plan: 'scale', billingDay: 1 });
  const { key } = await gateway.keys().create(id, { environment: 'live' });
  const baseUrl = gateway.baseUrl();
  const ready = `${gateway.opsUrl()}/readyz`;
  expect((await fetch(ready)).status).toBe(200);

  const inFlight = new Caller(baseUrl, key).post('/v1/search', { query: 'dog' });
  await sleep(200);
  const startedAt = performance.now();
  const closed = gateway.close();
  expect(await (await fetch(ready)).json()).toEqual({ ready: false, status: 'stopping' });
  const late = await fetch(`${baseUrl}/v1/pricing`);
  expect([late.status, late.headers.get('Connection')]).toEqual([200, 'close']);
  await sleep(DELAY_MS + 300);
  await expect(fetch(`${baseUrl}/v1/pricing`)).rejects.toThrow('fetch failed');
  expect((await fetch(ready)).status).toBe(503);

  // An answer of its own, not a connection that ends.
  expect((await inFlight).status).toBe(504);
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(SEARCH_TIMEOUT_MS + 3_000);
}, 30_000);
