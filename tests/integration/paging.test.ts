import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRightsClient } from '@imagesearch/contracts/rights';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { draw, drawnId, smallCollection, DRAWN } from '@imagesearch/testkit/images/small-collection';
import { envelopeSchema, usageSchema, type Envelope } from '@imagesearch/testkit/stack/answers';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

let stack: TestStack;
let caller: Caller;
let image: string;

beforeAll(async () => {
  stack = await TestStack.start();
  caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
  image = (await draw({ shape: 'disc', colour: [190, 40, 35] })).toString('base64');
}, 240_000);
afterAll(() => stack.stop());

const idsOf = ({ results }: Envelope) => results.map(({ asset_id }) => asset_id);

async function pagesOf(path: string, body: object, k: number, between?: (page: number) => Promise<void>) {
  const pages: Envelope[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const answer = await caller.post(path, { ...body, k, ...(cursor !== undefined && { cursor }) });
    expect(answer.status).toBe(200);
    const page = envelopeSchema.parse(answer.body);
    pages.push(page);
    await between?.(pages.length);
    cursor = page.cursor;
  }
  return pages;
}

describe('paging', () => {
  it.each([
    ['words', '/v1/search', () => ({ query: 'toy ball' })],
    ['a design', '/v1/search', () => ({ query: 'a painted ball, no people', parse_design: true })],
    ['words that relax the defaults', '/v1/search', () => ({ query: 'painted ball' })],
    ['an image', '/v1/search', () => ({ image_base64: image })],
    ['an image and words', '/v1/search', () => ({ image_base64: image, query: 'box' })],
    ['filters', '/v1/search', () => ({ query: 'ball', filters: { commercial: true } })],
    ['an indexed image', '/v1/similar', () => ({ asset_id: drawnId('red-disc') })],
  ])('through %s gives the ranking of one long answer, and ends', async (_name, path, bodyOf) => {
    const body = bodyOf();
    const pages = await pagesOf(path, body, 2);
    const relaxed = pages[0]?.relaxed;
    // A long answer relaxes where a short one need not: what the first page did counts for all of them.
    const filters = relaxed ? {} : { ai_generated: false };
    const whole = await caller.post(path, {
      ...body,
      k: 50,
      filters: { ...filters, ...(body as { filters?: object }).filters },
    });
    const long = envelopeSchema.parse(whole.body);
    expect(long.cursor).toBeNull();
    expect(pages.length).toBe(Math.ceil(long.count / 2));
    expect(pages.flatMap(idsOf)).toEqual(idsOf(long));
    const scores = pages.flatMap(({ results }) => results.map(({ score }) => score));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const page of pages) expect(page.relaxed).toEqual(relaxed);
  });

  it('bills each page like a search of that many results, once', async () => {
    const key = await stack.newKey('starter');
    const payer = new Caller(stack.baseUrl, key);
    const first = await payer.search({ query: 'ball', k: 3 });
    const idempotency = { 'Idempotency-Key': randomUUID() };
    const second = { query: 'ball', k: 3, cursor: first.cursor };
    const answers = [
      await payer.post('/v1/search', second, idempotency),
      await payer.post('/v1/search', second, idempotency),
    ];
    expect(answers.map(({ headers }) => headers.get('X-Credits-Charged'))).toEqual(['1', '0']);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    const { credits, searches } = usageSchema.parse((await payer.get('/v1/usage')).body);
    expect(credits).toMatchObject({ used: 2, reserved: 0 });
    expect(searches).toHaveLength(2);
  });

  it('goes on without repeats when images of it are withdrawn or come in between', async () => {
    const { RIGHTS_ADDRESS: address, SERVICE_TOKEN: token } = stack.stack.addresses;
    const rights = createRightsClient(address, token);
    const body = { query: 'ball', filters: { ai_generated: false } };
    const before = idsOf(await caller.search({ ...body, k: 50 }));
    const [gone = ''] = before.slice(-1);
    const change = { assetId: gone, actor: 'Ada', reason: 'test' };
    const [disc] = DRAWN;
    if (disc === undefined) throw new Error('nothing is drawn');
    const pages = await pagesOf('/v1/search', body, 2, async (page) => {
      if (page !== 1) return;
      await rights.withdrawAsset(change, detachedCall(5_000));
      const late = { ...disc, id: 'late', title: 'ball', colour: [90, 200, 210] as const };
      await stack.ingestAsset(smallCollection([...DRAWN, late]));
    });
    await rights.restoreAsset(change, detachedCall(5_000));
    rights.close();
    const ids = pages.flatMap(idsOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual([...before.filter((id) => id !== gone), drawnId('late')].toSorted());
  });

  describe('refuses, unbilled and in the shape of an error,', () => {
    const refused = async (sender: Caller, path: string, body: object) => {
      const fault = faultOf(await sender.post(path, body));
      const { credits } = usageSchema.parse((await sender.get('/v1/usage')).body);
      expect(credits).toMatchObject({ reserved: 0 });
      return { status: fault.status, type: fault.type, loc: fault.loc, used: credits.used };
    };

    it('a cursor that was changed, cut, made up, or is too long', async () => {
      const payer = new Caller(stack.baseUrl, await stack.newKey('starter'));
      const { cursor } = await payer.search({ query: 'ball', k: 1 });
      const good = String(cursor);
      const half = Math.floor(good.length / 2);
      const swapped = good[half] === 'A' ? 'B' : 'A';
      for (const text of [good.slice(0, half) + swapped + good.slice(half + 1), good.slice(1), 'x', '%00']) {
        expect(await refused(payer, '/v1/search', { query: 'ball', k: 1, cursor: text })).toEqual({
          status: 422,
          type: 'cursor_invalid',
          loc: ['body', 'cursor'],
          used: 1,
        });
      }
      const long = await refused(payer, '/v1/search', { query: 'ball', cursor: 'A'.repeat(5_000) });
      expect(long).toMatchObject({ status: 422, type: 'string_too_long' });
      expect(await refused(payer, '/v1/search', { query: 'ball', cursor: 7 })).toMatchObject({
        type: 'string_type',
      });
    });

    it("another account's cursor, and the same account's for another request or address", async () => {
      const { cursor } = await caller.search({ query: 'ball', k: 1 });
      const stranger = new Caller(stack.baseUrl, await stack.newKey('starter'));
      expect(await refused(stranger, '/v1/search', { query: 'ball', k: 1, cursor })).toMatchObject({
        type: 'cursor_invalid',
        used: 0,
      });
      const own = new Caller(stack.baseUrl, await stack.newKey('pro'));
      const mine = await own.search({ query: 'ball', k: 1 });
      for (const [path, body] of [
        ['/v1/search', { query: 'box' }],
        ['/v1/search', { query: 'ball', filters: { commercial: true } }],
        ['/v1/search', { query: 'ball', parse_design: true }],
        ['/v1/similar', { asset_id: drawnId('red-disc') }],
      ] as const) {
        expect(await refused(own, path, { ...body, cursor: mine.cursor })).toMatchObject({
          status: 422,
          type: 'cursor_mismatch',
          used: 1,
        });
      }
    });
  });
});
