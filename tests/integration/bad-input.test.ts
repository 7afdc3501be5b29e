import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Caller, faultOf, type Answer, unknownKey } from '@imagesearch/testkit/stack/caller';
import { draw, drawnId } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const MIB = 1024 * 1024;

describe('bad input', () => {
  let stack: TestStack;
  let key: string;
  let caller: Caller;
  let png: Buffer;

  beforeAll(async () => {
    stack = await TestStack.start();
    key = await stack.newKey('starter');
    caller = new Caller(stack.baseUrl, key);
    png = await draw({ shape: 'disc', colour: [10, 120, 200] });
  }, 240_000);
  afterAll(() => stack.stop());

  /** Credits left, read off a search that costs one. */
  const remainingAfterOneSearch = async (): Promise<number> => {
    const { status, headers } = await caller.post('/v1/search', { query: 'ball', k: 1 });
    expect(status).toBe(200);
    return Number(headers.get('X-Credits-Remaining'));
  };

  const image = (bytes: Buffer) => caller.post('/v1/search', { image_base64: bytes.toString('base64') });

  const cases: [string, () => Promise<Answer>, number, string, (string | number)[]][] = [
    [
      'no key',
      () => new Caller(stack.baseUrl).post('/v1/search', { query: 'x' }),
      401,
      'auth_missing',
      ['header', 'X-API-Key'],
    ],
    [
      'a malformed key',
      () => new Caller(stack.baseUrl, 'nonsense').post('/v1/search', { query: 'x' }),
      401,
      'auth_invalid',
      ['header', 'X-API-Key'],
    ],
    [
      'a well-formed key that nobody was given',
      () => new Caller(stack.baseUrl, unknownKey()).post('/v1/search', { query: 'x' }),
      401,
      'auth_invalid',
      ['header', 'X-API-Key'],
    ],
    [
      'an empty query and no picture',
      () => caller.post('/v1/search', { query: '' }),
      422,
      'string_too_short',
      ['body', 'query'],
    ],
    [
      'both pictures',
      () =>
        caller.post('/v1/search', {
          image_base64: png.toString('base64'),
          image_url: 'https://example.org/a.png',
        }),
      422,
      'mutually_exclusive',
      ['body', 'image_url'],
    ],
    [
      'text that is not a picture',
      () => image(Buffer.from('this is not a picture, not at all')),
      422,
      'image_format',
      ['body', 'image_base64'],
    ],
    [
      'text that is not base64',
      () => caller.post('/v1/search', { image_base64: '*** no ***' }),
      422,
      'base64_invalid',
      ['body', 'image_base64'],
    ],
    [
      'a truncated PNG',
      () => image(png.subarray(0, Math.floor(png.length / 2))),
      422,
      'image_unreadable',
      ['body', 'image_base64'],
    ],
    [
      'an SVG',
      () => image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
      422,
      'image_format',
      ['body', 'image_base64'],
    ],
    [
      'a 30-megapixel PNG',
      async () =>
        image(
          await sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#fff' } })
            .png()
            .toBuffer(),
        ),
      422,
      'image_too_many_pixels',
      ['body', 'image_base64'],
    ],
    [
      'a picture of 5.5 MiB',
      () => image(randomFillSync(Buffer.alloc(5.5 * 1024 * 1024))),
      422,
      'image_too_large',
      ['body', 'image_base64'],
    ],
    ['a picture of 7 MiB', () => image(Buffer.alloc(7 * 1024 * 1024)), 413, 'body_too_large', ['body']],
    ['an unknown asset', () => caller.get('/v1/asset/drawn:unknown'), 404, 'asset_not_found', ['path']],
    [
      'an asset id without a source',
      () => caller.get('/v1/asset/unknown'),
      422,
      'string_pattern_mismatch',
      ['path', 'asset_id'],
    ],
    [
      'a body that is not JSON',
      () => caller.send('POST', '/v1/search', '{"query": ', { 'Content-Type': 'application/json' }),
      400,
      'json_invalid',
      ['body'],
    ],
    [
      'a body of another type',
      () =>
        caller.send('POST', '/v1/search', 'query=x', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      415,
      'content_type_unsupported',
      ['header', 'Content-Type'],
    ],
    ['an unknown address', () => caller.get('/v1/nothing'), 404, 'route_not_found', ['path']],
    ['another method', () => caller.get('/v1/similar'), 405, 'method_not_allowed', []],
    [
      'an unknown variant of a file',
      () => caller.get(`/v1/asset/direct/${drawnId('red-disc')}?v=huge`),
      422,
      'literal_error',
      ['query', 'v'],
    ],
    ['an unknown download', () => caller.get('/v1/download/nonsense'), 404, 'file_not_found', ['path']],
    [
      'an id that climbs',
      () => caller.get('/v1/asset/drawn:..%2F..%2Fetc%2Fpasswd'),
      422,
      'string_pattern_mismatch',
      ['path', 'asset_id'],
    ],
    ['a path that cannot be decoded', () => caller.get('/v1/asset/%E0%A4%A'), 400, 'request_malformed', []],
  ];

  it.each(cases)('%s gets the right status and one clear detail', async (_name, send, status, type, loc) => {
    expect(faultOf(await send())).toMatchObject({ status, type, loc, faults: 1 });
  });

  it('costs nothing, and the process keeps running', async () => {
    const before = await remainingAfterOneSearch();
    for (const [, send] of cases) await send();
    expect(await remainingAfterOneSearch()).toBe(before - 1);
  });

  it('says which scheme a 401 wants, which methods a 405 allows, and names every request', async () => {
    const unauthorised = await new Caller(stack.baseUrl).post('/v1/search', { query: 'x' });
    expect(unauthorised.headers.get('WWW-Authenticate')).toBe('ApiKey');
    expect((await caller.get('/v1/similar')).headers.get('Allow')).toBe('POST, OPTIONS');
    const named = await caller.get('/v1/nothing', { 'X-Request-Id': 'my-request-1' });
    expect(named.headers.get('X-Request-Id')).toBe('my-request-1');
    expect(named.body).toMatchObject({ request_id: 'my-request-1' });
  });

  describe('plans', () => {
    it('without image search refuse an image, and name the missing feature and the plan', async () => {
      const free = new Caller(stack.baseUrl, await stack.newKey('free'));
      expect(faultOf(await free.post('/v1/search', { image_base64: png.toString('base64') }))).toMatchObject({
        status: 403,
        type: 'plan_feature_missing',
        ctx: { feature: 'image_search', plan: 'free' },
      });
      expect(faultOf(await free.post('/v1/similar', { asset_id: drawnId('red-disc') }))).toMatchObject({
        status: 403,
        ctx: { feature: 'similar_search', plan: 'free' },
      });
      expect((await free.search({ query: 'ball' })).count).toBeGreaterThan(0);
    });

    it('without image search refuse a body of that size, and name the missing feature', async () => {
      const free = new Caller(stack.baseUrl, await stack.newKey('free'));
      const image_base64 = randomFillSync(Buffer.alloc(MIB)).toString('base64');
      expect(faultOf(await free.post('/v1/search', { image_base64 }))).toMatchObject({
        status: 413,
        type: 'body_too_large',
        ctx: { bytes_max: 64 * 1024, feature: 'image_search', plan: 'free' },
      });
    });

    it('cap k, and the answer says so', async () => {
      const free = new Caller(stack.baseUrl, await stack.newKey('free'));
      expect(await free.search({ query: 'ball', k: 11 })).toMatchObject({ k_capped: true });
      expect(await free.search({ query: 'ball', k: 10 })).not.toHaveProperty('k_capped');
    });

    it('charge one credit for a short answer, for any requested number of results', async () => {
      const answer = await caller.post('/v1/search', { query: 'ball', k: 100 });
      expect(answer.headers.get('X-Credits-Charged')).toBe('1');
    });

    it('stop when their credits are used up, and say when they come back', async () => {
      const poor = new Caller(stack.baseUrl, await stack.newKey('free'));
      const burst = (count: number) =>
        Promise.all(Array.from({ length: count }, () => poor.post('/v1/search', { query: 'ball', k: 1 })));
      const answers = [];
      for (let round = 0; round < 11; round += 1) answers.push(...(await burst(50)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(500);
      const refused = answers.find(({ status }) => status === 402);
      expect(refused && faultOf(refused)).toMatchObject({
        type: 'credits_exhausted',
        ctx: { remaining: 0, reset_at: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/) },
      });
    });
  });

  it('the price list needs no key', async () => {
    const { status, body } = await new Caller(stack.baseUrl).get('/v1/pricing');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      currency: 'USD',
      credits: { results_per_credit: 10 },
      plans: { length: 5 },
    });
  });

  it('a caller that slowly sends too large a body still gets the error, on a connection that stays open', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const options = { agent, method: 'POST', headers: { ...headers, 'Content-Length': 9 * MIB } };
    const oversized = request(`${stack.baseUrl}/v1/search`, options);
    const answered = once(oversized, 'response') as Promise<[IncomingMessage]>;
    for (let sent = 0; sent < 9; sent += 1) {
      oversized.write(Buffer.alloc(MIB, ' '));
      await setTimeout(20);
    }
    oversized.end();
    const [refusal] = await answered;
    const { socket: connection } = refusal.resume();
    expect(refusal.statusCode).toBe(413);

    const small = request(`${stack.baseUrl}/v1/search`, { agent, method: 'POST', headers });
    small.end(JSON.stringify({ query: 'ball', k: 1 }));
    const [answer] = (await once(small, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(answer.socket).toBe(connection);
    agent.destroy();
  });
});
