import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createApi } from '../src/sources/network.js';
import { apiForAll, connection } from './support/api-server.js';

const api = apiForAll();

const okSchema = z.object({ ok: z.boolean() });
const OK = { body: { ok: true } };

describe('an API of a source', () => {
  it('receives the name and the contact of the caller', async () => {
    api.follow(() => OK);
    await createApi(connection(api))('v1/x', { q: 'owl', page: undefined }, okSchema);
    const [request] = api.requests;
    expect(request).toMatchObject({ path: '/v1/x', query: { q: 'owl' } });
    expect(request?.headers['user-agent']).toMatch(/^image-search-ingest\/[\d.]+ \(ops@example\.org\)$/);
  });

  it('is asked no faster than its rate, however many questions wait', async () => {
    api.follow(() => OK);
    const getJson = createApi({ ...connection(api), rate: { requests: 2, intervalMs: 200 } });
    await Promise.all(Array.from({ length: 7 }, () => getJson('x', {}, okSchema)));
    const times = api.requests.map(({ at }) => at).sort((a, b) => a - b);
    for (let at = 2; at < times.length; at += 1) {
      // A busy machine delivers late; without a rate they arrive within milliseconds.
      expect((times[at] ?? 0) - (times[at - 2] ?? 0)).toBeGreaterThanOrEqual(100);
    }
  });

  it.each([429, 500, 502, 503, 504])('that answers %i is asked again', async (status) => {
    api.follow((_request, at) => (at < 2 ? { status } : OK));
    await expect(createApi(connection(api))('x', {}, okSchema)).resolves.toEqual({ ok: true });
    expect(api.requests).toHaveLength(3);
  });

  it('that names a time to wait is not asked again before it', async () => {
    api.follow((_request, at) => (at === 0 ? { status: 429, headers: { 'Retry-After': '1' } } : OK));
    await createApi(connection(api))('x', {}, okSchema);
    const [first, second] = api.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
  });

  it('that asks for more than five minutes is given up for now', async () => {
    api.follow(() => ({ status: 429, headers: { 'Retry-After': '301' } }));
    await expect(createApi(connection(api))('x', {}, okSchema)).rejects.toMatchObject({ status: 429 });
    expect(api.requests).toHaveLength(1);
  });

  it('is waited for longer each time, and given up after five attempts', async () => {
    api.follow(() => ({ status: 503 }));
    const getJson = createApi({ ...connection(api), firstPauseMs: 40 });
    await expect(getJson('x', {}, okSchema)).rejects.toMatchObject({ name: 'ApiError', status: 503 });
    expect(api.requests).toHaveLength(5);
    const [first, second, , fourth, fifth] = api.requests.map(({ at }) => at);
    expect((fifth ?? 0) - (fourth ?? 0)).toBeGreaterThan((second ?? 0) - (first ?? 0));
  });

  it.each([400, 401, 403, 404])('that answers %i means it, and is not asked again', async (status) => {
    api.follow(() => ({ status }));
    await expect(createApi(connection(api))('x', {}, okSchema)).rejects.toMatchObject({ status });
    expect(api.requests).toHaveLength(1);
  });

  it('never has the key of a question in a message', async () => {
    api.follow((_request, at) => (at === 0 ? { status: 403 } : { body: { ok: 'no' } }));
    const getJson = createApi(connection(api));
    for (const message of ['answered 403', 'another shape']) {
      const asked = getJson('x', { api_key: 's3cret' }, okSchema);
      await expect(asked).rejects.toThrow(message);
      await expect(asked).rejects.not.toThrow('s3cret');
    }
  });

  it('is not asked any more once the operator stops', async () => {
    const stop = new AbortController();
    api.follow(() => ({ status: 503 }));
    const getJson = createApi({ ...connection(api), firstPauseMs: 60_000, signal: stop.signal });
    const asked = getJson('x', {}, okSchema);
    setTimeout(() => stop.abort(), 100);
    await expect(asked).rejects.toThrow();
    expect(api.requests).toHaveLength(1);
  });
});
