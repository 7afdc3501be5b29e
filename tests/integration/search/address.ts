import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { envelopeSchema } from '@imagesearch/gateway/search/envelope';
import { faultOf } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** A search in an address answers, and is billed, like one in a body. */
export function describeAddress(stack: TestStack): void {
  it.each<[string, object]>([
    [
      'query=dark%20ball&k=3&parse_design=true&min_score=1e-3',
      { query: 'dark ball', k: 3, parse_design: true, min_score: 0.001 },
    ],
    [
      'query=ball&commercial=true&faces_max=0&palette_near=%23c81e1e&license_any=cc0&license_any=cc-by-4.0',
      {
        query: 'ball',
        filters: {
          commercial: true,
          faces_max: 0,
          palette_near: '#c81e1e',
          license_any: ['cc0', 'cc-by-4.0'],
        },
      },
    ],
    ['query=%E8%B5%A4%E3%81%84%F0%9F%94%B4', { query: '赤い🔴' }],
  ])('?%s answers like the body of a POST', async (params, body) => {
    const caller = await stack.newCaller('starter');
    const got = await caller.get(`/v1/search?${params}`);
    expect(got.status).toBe(200);
    expect(got.headers.get('Cache-Control')).toBe('private, no-store');
    const { results, query, applied_design } = envelopeSchema.parse(got.body);
    const posted = await caller.search(body);
    expect(results.map(({ asset_id, score }) => [asset_id, score])).toEqual(
      posted.results.map(({ asset_id, score }) => [asset_id, score]),
    );
    expect({ query, applied_design }).toEqual({ query: posted.query, applied_design: posted.applied_design });
  });

  it('pages by its cursor, which a POST of the same fields takes too', async () => {
    const caller = await stack.newCaller('starter');
    const first = envelopeSchema.parse((await caller.get('/v1/search?query=ball&k=2')).body);
    const cursor = String(first.cursor);
    const second = envelopeSchema.parse(
      (await caller.get(`/v1/search?query=ball&k=2&cursor=${cursor}`)).body,
    );
    const posted = await caller.search({ query: 'ball', k: 2, cursor });
    expect(second.results.map(({ asset_id }) => asset_id)).toEqual(
      posted.results.map(({ asset_id }) => asset_id),
    );
    expect(faultOf(await caller.get('/v1/search?query=ball&cursor=AAAA'))).toMatchObject({
      status: 422,
      type: 'cursor_invalid',
      loc: ['query', 'cursor'],
    });
  });

  it('is billed once, and its Idempotency-Key replays it, for a POST of the same fields too', async () => {
    const caller = await stack.newCaller('starter');
    const key = { 'Idempotency-Key': randomUUID() };
    const answers = [
      await caller.get('/v1/search?query=ball&k=3&commercial=true', key),
      await caller.get('/v1/search?commercial=true&k=3&query=ball', key),
      await caller.post('/v1/search', { query: 'ball', k: 3, filters: { commercial: true } }, key),
    ];
    expect(answers.map(({ headers }) => headers.get('X-Credits-Charged'))).toEqual(['1', '0', '0']);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(faultOf(await caller.get('/v1/search?query=box', key))).toMatchObject({
      status: 422,
      type: 'idempotency_mismatch',
    });
    const { credits, searches } = await caller.usage();
    expect(credits).toMatchObject({ used: 1, reserved: 0 });
    expect(searches).toHaveLength(1);
  });

  it.each<[string, string, (string | number)[], string]>([
    ['two queries', 'query=a&query=b', ['query', 'query'], 'string_type'],
    ['a fraction of k', 'query=a&k=1.5', ['query', 'k'], 'int_type'],
    ['two values of k', 'query=a&k=1&k=2', ['query', 'k'], 'number_type'],
    ['an empty range', 'query=a&faces_min=3&faces_max=2', ['query', 'faces_min'], 'range_empty'],
    ['an image', 'image_base64=aaaa', ['query', 'image_base64'], 'extra_forbidden'],
    [
      'filters in brackets',
      'filters%5Bcommercial%5D=true',
      ['query', 'filters[commercial]'],
      'extra_forbidden',
    ],
    ['a name of the prototype', 'query=a&__proto__=1', ['query', '__proto__'], 'extra_forbidden'],
  ])('with %s is refused where the fault is, and costs nothing', async (_name, params, loc, type) => {
    const caller = await stack.newCaller('pro');
    expect(faultOf(await caller.get(`/v1/search?${params}`))).toMatchObject({ status: 422, loc, type });
    expect((await caller.usage()).searches).toEqual([]);
  });
}
