import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { layEmptyPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { findOperatorPort, operatorTokenPath } from '../src/accounts/operator-port.js';
import { loadConfig } from '../src/config.js';
import { createGatewayService, type GatewayService } from '../src/service.js';

/** An address of this machine that a socket on 127.0.0.1 does not answer, and one on all addresses does. */
const OTHER_ADDRESS = '127.0.0.2';

const dir = folderOfSuite();
let gateway: GatewayService;
beforeAll(() => layEmptyPostgres(join(dir, 'gateway', 'postgres')));

async function start(env: Record<string, string> = {}): Promise<void> {
  gateway = createGatewayService(loadConfig({ PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'silent', ...env }));
  await gateway.start();
}

const token = async (): Promise<string> => (await readFile(operatorTokenPath(dir), 'utf8')).trim();

async function post(operation: string, body: unknown, authorization?: string) {
  const response = await fetch(`${gateway.opsUrl()}/operator/${operation}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: authorization ?? `Bearer ${await token()}`,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('the operator’s port', () => {
  beforeAll(() => start({ OPS_NAMES: 'gateway.internal, ops' }));
  afterAll(() => gateway.close());

  it('changes accounts for the token that only its user can read', async () => {
    expect((await stat(operatorTokenPath(dir))).mode & 0o077).toBe(0);
    const created = await post('create-account', { name: 'acme', plan: 'free' });
    expect(created).toMatchObject({
      status: 200,
      body: { secret: expect.stringMatching(/^isk_live_/) },
    });
    expect((await post('grant-credits', { account: 'acme', credits: 250 })).body).toMatchObject({
      facts: { granted: 250, remaining: 750 },
    });
    expect((await post('list-accounts', {})).body).toMatchObject({
      facts: { accounts: [{ name: 'acme', plan: 'free' }] },
    });
  });

  it.each([
    ['', 'auth_missing'],
    ['Bearer wrong', 'auth_invalid'],
    ['Basic dXNlcjp4', 'auth_missing'],
  ])('refuses the authorization "%s", and changes nothing', async (authorization, type) => {
    const refused = await post('create-account', { name: 'intruder', plan: 'scale' }, authorization);
    expect(refused).toMatchObject({ status: 401, body: { detail: [{ type }] } });
    expect(await gateway.accounts().findByName('intruder')).toBeUndefined();
  });

  it.each([
    ['create-account', { name: 'x', plan: 'free', bogus: 1 }, { loc: ['body', 'bogus'] }],
    ['change-plan', { account: 'nobody', plan: 'free' }, { type: 'operation_refused' }],
    ['create-account', { name: 'x', plan: 'gold' }, { type: 'operation_refused' }],
    ['show-usage', { account: 'a\u0000b' }, { loc: ['body', 'account'] }],
  ])('refuses %s with %j in the shape of the contract', async (operation, input, fault) => {
    expect(await post(operation, input)).toMatchObject({ status: 422, body: { detail: [fault] } });
  });

  it('keeps on record what the database cannot hold', async () => {
    const asked = { folder: 'a\u0000b\ud800' };
    expect(await post('copy-stores', asked)).toMatchObject({
      body: { detail: [{ type: 'operation_refused' }] },
    });
    const { body } = await post('read-audit', { limit: 1 });
    expect(JSON.stringify(body)).toContain(JSON.stringify('a\\u0000b\\ud800').slice(1, -1));
  });

  it('answers the public port’s callers as if it did not exist', async () => {
    const response = await fetch(`${gateway.baseUrl()}/operator/list-accounts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await token()}` },
    });
    expect(response.status).toBe(404);
  });

  it.each([
    ['localhost:9090', 200],
    ['127.0.0.1', 200],
    ['[::1]:9090', 200],
    ['Gateway.Internal:9090', 200],
    ['gateway.internal.example.org', 400],
    ['127.0.0.1.example.org', 400],
    ['gateway.internal@example.org', 400],
  ])('answers Host %s with %d, on every path', async (host, status) => {
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

  it('tells what was admitted and refused, by method and route and not by path', async () => {
    const { id } = await gateway.accounts().ensure({ name: 'busy', plan: 'free', billingDay: 1 });
    const { key } = await gateway.keys().create(id, { environment: 'live' });
    const caller = new Caller(gateway.baseUrl(), key);
    for (let request = 0; request < 31; request += 1) await caller.get('/v1/usage');
    await caller.send('DELETE', '/v1/asset/secret:path', undefined);
    const metrics = await (await fetch(`${gateway.opsUrl()}/metrics`)).text();
    expect(metrics).toMatch(/gateway_admissions_total\{outcome="rpm",source="process",service="gateway"\} 2/);
    expect(metrics).toMatch(/method="GET",route="\/v1\/usage",status="429"/);
    expect(metrics).toMatch(/method="DELETE",route="\/v1\/asset\/:asset_id",status="429"/);
    expect(metrics).not.toContain('secret:path');
  });

  it('is found by its data folder while the gateway runs, and not afterwards', async () => {
    expect(findOperatorPort(dir, undefined)).toEqual({ url: gateway.opsUrl(), token: await token() });
    await gateway.close();
    expect(findOperatorPort(dir, undefined)).toBeUndefined();
  });
});

describe('a gateway', () => {
  afterEach(() => gateway.close());

  /** The status of a path at the other address, at the port of this one. */
  async function statusElsewhere(url: string, path: string): Promise<number | undefined> {
    const { port } = new URL(url);
    const response = await fetch(`http://${OTHER_ADDRESS}:${port}${path}`).catch(() => undefined);
    return response?.status;
  }

  it.each([
    ['HOST', 200, undefined],
    ['OPS_HOST', undefined, 200],
  ])('opens with %s the port that it names, and it alone', async (variable, ofCallers, ofOperator) => {
    await start({ [variable]: '0.0.0.0' });
    expect(await statusElsewhere(gateway.baseUrl(), '/v1/pricing')).toBe(ofCallers);
    expect(await statusElsewhere(gateway.opsUrl(), '/healthz')).toBe(ofOperator);
  });
});
