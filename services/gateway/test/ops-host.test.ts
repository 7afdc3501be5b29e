import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { layEmptyPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { loadConfig } from '../src/config.js';
import { createGatewayService, type GatewayService } from '../src/service.js';

/** An address of this machine that a socket on 127.0.0.1 does not answer, and one on all addresses does. */
const OTHER_ADDRESS = '127.0.0.2';

let dir: string;
let gateway: GatewayService;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gateway-ops-'));
  await layEmptyPostgres(join(dir, 'gateway', 'postgres'));
});
afterEach(async () => {
  await gateway.close();
  await rm(dir, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<void> {
  gateway = createGatewayService(loadConfig({ PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'silent', ...env }));
  await gateway.start();
}

/** The status of a path at the other address, at the port of this one. */
async function statusElsewhere(url: string, path: string): Promise<number | undefined> {
  const { port } = new URL(url);
  const response = await fetch(`http://${OTHER_ADDRESS}:${port}${path}`).catch(() => undefined);
  return response?.status;
}

it('a gateway that serves every network keeps the operator’s port to this machine', async () => {
  await start({ HOST: '0.0.0.0' });
  expect(await statusElsewhere(gateway.baseUrl(), '/v1/pricing')).toBe(200);
  expect(await statusElsewhere(gateway.opsUrl(), '/healthz')).toBeUndefined();
  expect((await fetch(`${gateway.opsUrl()}/healthz`)).status).toBe(200);
});

it('OPS_HOST opens the operator’s port, and it alone', async () => {
  await start({ OPS_HOST: '0.0.0.0' });
  expect(await statusElsewhere(gateway.opsUrl(), '/healthz')).toBe(200);
  expect(await statusElsewhere(gateway.baseUrl(), '/v1/pricing')).toBeUndefined();
});

it.each([
  ['localhost:9090', 200],
  ['127.0.0.1', 200],
  ['[::1]:9090', 200],
  ['10.1.2.3:9090', 200],
  ['Gateway.Internal:9090', 200],
  ['gateway.internal.example.org', 400],
  ['localhost.example.org', 400],
  ['127.0.0.1.example.org', 400],
  ['rebound.example.org:9090', 400],
  ['gateway.internal@example.org', 400],
])('the operator’s port answers Host %s with %d, on every path', async (host, status) => {
  await start({ OPS_NAMES: 'gateway.internal, ops' });
  for (const path of ['/livez', '/metrics', '/status', '/operator/list-accounts'])
    expect([200, 401, 404, 405, 503].includes(await statusUnder(host, path)) ? 200 : 400).toBe(status);
});

/** `fetch` sets `Host` by itself. */
async function statusUnder(host: string, path: string): Promise<number> {
  const asked = request(`${gateway.opsUrl()}${path}`, { headers: { Host: host } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}
