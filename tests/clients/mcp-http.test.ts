import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usageSchema } from '@imagesearch/gateway/accounts/usage';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { pricingWithLimits } from '@imagesearch/testkit/stack/pricing';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { until } from '@imagesearch/testkit/processes/until';

const HEADERS = { Accept: 'application/json, text/event-stream' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const searchFor = (query: string, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'search_images', arguments: { query, k: 1 } },
});
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

let stack: TestStack;
/** Answers have another, public address, which cannot be reached from here. */
let baseUrl: string;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-mcp-'));
  const PRICING_FILE = await pricingWithLimits(dir, {
    starter: { rpm: 5, concurrent: 1 },
    pro: { concurrent: 2 },
  });
  const PORT = String(await freePort());
  baseUrl = `http://127.0.0.1:${PORT}`;
  const env = { PRICING_FILE, PORT, PUBLIC_BASE_URL: 'https://images.example.com' };
  stack = await TestStack.start(undefined, { env });
}, 240_000);
afterAll(() => stack.stop());

const callerOn = async (plan: 'starter' | 'pro' | 'custom') => new Caller(baseUrl, await stack.newKey(plan));

describe('POST /mcp', () => {
  it('takes POST only, and no request without a key', async () => {
    const answer = await new Caller(baseUrl).post('/mcp', LIST, HEADERS);
    expect(answer).toMatchObject({ status: 401, body: { detail: [{ type: 'auth_missing' }] } });
    expect(answer.headers.get('WWW-Authenticate')).toBe('ApiKey');
    const caller = await callerOn('pro');
    for (const method of ['GET', 'DELETE'])
      expect(await caller.send(method, '/mcp', undefined, HEADERS)).toMatchObject({ status: 405 });
  });

  it('bounds a body like any text request, and takes one message', async () => {
    const caller = await callerOn('custom');
    const long = await caller.post('/mcp', { ...LIST, params: { cursor: 'x'.repeat(70_000) } }, HEADERS);
    expect(long).toMatchObject({ status: 413, body: { detail: [{ type: 'body_too_large' }] } });
    const batch = await caller.post('/mcp', [LIST, LIST], HEADERS);
    expect(batch).toMatchObject({ status: 422, body: { detail: [{ type: 'object_type' }] } });
    const none = await caller.post('/mcp', { jsonrpc: '1.0' }, HEADERS);
    expect(none).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
  });

  it('counts each message once towards the limits: a call of a tool as its search, any other by itself', async () => {
    const caller = await callerOn('starter');
    for (const message of [LIST, searchFor('ball'), LIST, searchFor('box'), LIST])
      expect(await caller.post('/mcp', message, HEADERS)).toMatchObject({ status: 200 });
    const list = await caller.post('/mcp', LIST, HEADERS);
    expect(list).toMatchObject({
      status: 429,
      body: { detail: [{ type: 'rate_limited', ctx: { limit: 'rpm' } }] },
    });
    expect(list.headers.get('Retry-After')).toMatch(/^\d+$/);
    const search = await caller.post('/mcp', searchFor('flag'), HEADERS);
    expect(search.text).toMatch(/rate_limited: .*try again after/);
    // Whatever they ask, and also where they ask nothing that the API would hear of.
    const without = { ...LIST, method: 'tools/call', params: { name: 'get_image', arguments: {} } };
    expect((await caller.post('/mcp', without, HEADERS)).text).toMatch(/rate_limited: .*limit: .*rpm/);
    const resource = { ...LIST, method: 'resources/read', params: { uri: 'image://%' } };
    expect((await caller.post('/mcp', resource, HEADERS)).text).toContain('requests of this minute');
  });

  it.each<[string, unknown, string?]>([
    ['reads no resource', { ...LIST, method: 'resources/read', params: { uri: 'image:/none' } }],
    [
      'reads an address that cannot be decoded',
      { ...LIST, method: 'resources/read', params: { uri: 'image://%' } },
    ],
    ['calls without an id', { ...searchFor('ball'), id: undefined }],
    ['calls in another version', { ...searchFor('ball'), jsonrpc: '1.0' }],
    ['calls with a list', { ...searchFor('ball'), params: { name: 'search_images', arguments: [] } }],
    ['calls beyond its credits', searchFor('ball'), '?max_credits=0'],
    ['calls in no session', searchFor('ball'), '?max_credits=5'],
    ['misspells the credits', searchFor('ball'), '?max_credit=5'],
    ['is several', [LIST]],
    ['is no JSON', '{'],
  ])('counts a message that %s', async (_name, message, query = '') => {
    const caller = await callerOn('starter');
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    const headers = { ...HEADERS, 'Content-Type': 'application/json' };
    const send = () => caller.send('POST', `/mcp${query}`, body, headers);
    for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).not.toBe(429);
    expect((await caller.post('/mcp', LIST, HEADERS)).status).toBe(429);
    expect((await caller.post('/mcp', searchFor('ball'), HEADERS)).text).toContain('rate_limited');
  });

  it('holds the limit on requests at once, and gives every lease back', async () => {
    const caller = await callerOn('pro');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_none, id) => caller.post('/mcp', searchFor(`ball ${id}`, id), HEADERS)),
    );
    const refused = answers.filter(({ text }) => text.includes('rate_limited'));
    expect(refused.length).toBeGreaterThan(0);
    const { credits, windows } = await caller.usage();
    expect(credits).toMatchObject({ used: answers.length - refused.length, reserved: 0 });
    // The look-up itself is one.
    expect(windows.find(({ limit }) => limit === 'concurrent')).toMatchObject({ used: 1 });
  });

  it('aborts the search of a caller that disconnects, and bills nothing that was not answered', async () => {
    const key = await stack.newKey('pro');
    const caller = new Caller(baseUrl, key);
    await Promise.all(
      Array.from({ length: 10 }, (_none, id) => abandoned(key, searchFor(`red ball ${id}`, id))),
    );
    let [used, charged] = [0, 0];
    await until(async () => {
      const asked = await caller.get('/v1/usage');
      // The abandoned searches may still use the whole concurrency of the account.
      if (asked.status === 429) return false;
      const { credits, searches, windows } = usageSchema.parse(asked.body);
      used = credits.used;
      charged = searches.reduce((sum, search) => sum + search.credits_charged, 0);
      const isIdle = windows.every(({ limit, used: leases }) => limit !== 'concurrent' || leases === 1);
      return isIdle && credits.reserved === 0 && searches.every(({ status }) => status !== 'in_flight');
    });
    expect(used).toBe(charged);
  });

  it('knows its sessions by key and by their bound on credits', async () => {
    const [one, other] = [await callerOn('pro'), await callerOn('pro')];
    const started = await one.post('/mcp?max_credits=3', INITIALIZE, HEADERS);
    const session = started.headers.get('Mcp-Session-Id') ?? '';
    expect(session).toMatch(/^mcp_[0-9a-f]{24}_3_[0-9a-f]{32}$/);
    const inSession = { ...HEADERS, 'Mcp-Session-Id': session };
    expect(await one.post('/mcp?max_credits=3', LIST, inSession)).toMatchObject({ status: 200 });
    expect(await other.post('/mcp?max_credits=3', LIST, inSession)).toMatchObject({ status: 404 });
    const raised = { ...HEADERS, 'Mcp-Session-Id': session.replace('_3_', '_9_') };
    expect(await one.post('/mcp?max_credits=3', LIST, raised)).toMatchObject({ status: 404 });
    expect(await one.post('/mcp?max_credits=3', LIST, HEADERS)).toMatchObject({ status: 400 });
    for (const wrong of ['max_credits=many', 'max_credit=3'])
      expect(await one.post(`/mcp?${wrong}`, INITIALIZE, HEADERS)).toMatchObject({ status: 422 });
    const unbound = await one.post('/mcp', INITIALIZE, HEADERS);
    const free = { ...HEADERS, 'Mcp-Session-Id': unbound.headers.get('Mcp-Session-Id') ?? '' };
    expect(await one.post('/mcp', LIST, free)).toMatchObject({ status: 200 });
    expect(await one.post('/mcp', LIST, HEADERS)).toMatchObject({ status: 200 });
    expect(await one.post('/mcp?max_credits=3', LIST, free)).toMatchObject({ status: 404 });
    expect(await other.post('/mcp', LIST, free)).toMatchObject({ status: 404 });
  });

  it('says null for what a session without a bound spent, because nobody counts it', async () => {
    const caller = await callerOn('pro');
    await caller.post('/mcp', searchFor('ball'), HEADERS);
    const usage = { ...LIST, method: 'tools/call', params: { name: 'usage' } };
    expect((await caller.post('/mcp', usage, HEADERS)).body).toMatchObject({
      result: { structuredContent: { credits_used: 1, session: { spent: null, remaining: null } } },
    });
  });

  it('stops a call that another message of its session cancels, and bills only what was answered', async () => {
    const caller = await callerOn('custom');
    const started = await caller.post('/mcp', INITIALIZE, HEADERS);
    const inSession = { ...HEADERS, 'Mcp-Session-Id': started.headers.get('Mcp-Session-Id') ?? '' };
    const cancel = (requestId: number) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    });
    const cancelled = async (id: number): Promise<boolean> => {
      const [{ status, text }, { status: ofCancel }] = await Promise.all([
        caller.post('/mcp', searchFor(`a red ball beside ${id} blue boxes`, id), inSession),
        caller.post('/mcp', cancel(id), inSession),
      ]);
      expect(ofCancel).toBe(202);
      expect([200, 202]).toContain(status);
      return status === 202 && text === '';
    };
    let [id, answered] = [0, 0];
    await until(async () => {
      id += 1;
      const isCancelled = await cancelled(id);
      if (!isCancelled) answered += 1;
      return isCancelled;
    });
    await until(async () => {
      const { credits, searches } = await caller.usage();
      return (
        credits.reserved === 0 &&
        credits.used === answered &&
        searches.every(({ status }) => status !== 'in_flight')
      );
    });
    // Another caller's call of the same id goes on.
    const [stranger] = await Promise.all([
      caller.post('/mcp', searchFor('a green flag', id), HEADERS),
      caller.post('/mcp', cancel(id), inSession),
    ]);
    expect(stranger).toMatchObject({ status: 200 });
  });

  it('answers parameters that do not fit as such, and announces no lists that change', async () => {
    const caller = await callerOn('pro');
    const { capabilities, clientInfo } = INITIALIZE.params;
    const answer = await caller.post(
      '/mcp',
      { ...INITIALIZE, params: { capabilities, clientInfo } },
      HEADERS,
    );
    expect(answer.body).toMatchObject({
      id: 0,
      error: { code: -32602, message: expect.stringContaining('initialize') },
    });
    const { body } = await caller.post('/mcp', INITIALIZE, HEADERS);
    expect(body).toMatchObject({ result: { capabilities: { tools: {}, resources: {}, prompts: {} } } });
    expect(JSON.stringify(body)).not.toContain('listChanged');
  });

  it('shows thumbnails although the public address cannot be reached from the gateway', async () => {
    const search = searchFor('ball');
    Object.assign(search.params.arguments, { thumbnails: true });
    const { body } = await (await callerOn('pro')).post('/mcp', search, HEADERS);
    expect(body).toMatchObject({
      result: { content: [{ type: 'text' }, { type: 'text' }, { type: 'image', mimeType: 'image/webp' }] },
    });
    expect(JSON.stringify(body)).toContain('https://images.example.com/v1/asset/q_');
  });
});

/** Sends a message and disconnects soon after. */
async function abandoned(key: string, message: object): Promise<void> {
  const request = httpRequest(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { ...HEADERS, 'Content-Type': 'application/json', 'X-API-Key': key },
  });
  request.on('error', () => undefined);
  request.end(JSON.stringify(message));
  await sleep(3 + Math.random() * 10);
  request.destroy();
}
