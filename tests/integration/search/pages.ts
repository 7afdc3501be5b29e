import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { draw, drawnId } from '@imagesearch/testkit/images/small-collection';
import { envelopeSchema, type Envelope } from '@imagesearch/gateway/search/envelope';
import { Caller } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** What needs all services; what a cursor opens, and what it refuses, stands beside the gateway. */
export function describePages(stack: () => TestStack): void {
  let caller: Caller;
  let image: string;
  beforeAll(async () => {
    caller = new Caller(stack().baseUrl, await stack().newKey('custom'));
    image = (await draw({ shape: 'disc', colour: [190, 40, 35] })).toString('base64');
  });

  const idsOf = ({ results }: Envelope) => results.map(({ asset_id }) => asset_id);

  async function pagesOf(path: string, body: object, k: number): Promise<Envelope[]> {
    const pages: Envelope[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const answer = await caller.post(path, { ...body, k, ...(cursor !== undefined && { cursor }) });
      expect(answer.status).toBe(200);
      const page = envelopeSchema.parse(answer.body);
      pages.push(page);
      cursor = page.cursor;
    }
    return pages;
  }

  it.each([
    ['words', '/v1/search', () => ({ query: 'toy ball' })],
    ['words that relax the defaults', '/v1/search', () => ({ query: 'painted ball' })],
    ['an image and words', '/v1/search', () => ({ image_base64: image, query: 'box' })],
    ['an indexed image', '/v1/similar', () => ({ asset_id: drawnId('red-disc') })],
  ])('through %s gives the ranking of one long answer, and ends', async (_name, path, bodyOf) => {
    const body = bodyOf();
    const pages = await pagesOf(path, body, 2);
    const whole = await caller.post(path, { ...body, k: 50 });
    const long = envelopeSchema.parse(whole.body);
    expect(long.cursor).toBeNull();
    expect(pages.length).toBe(Math.ceil(long.count / 2));
    expect(pages.flatMap(idsOf)).toEqual(idsOf(long));
    const scores = pages.flatMap(({ results }) => results.map(({ score }) => score));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const isGenerated = (page: Envelope) => page.results.some(({ ai_generated }) => ai_generated);
    for (const page of pages) expect(page.relaxed ?? []).toEqual(isGenerated(page) ? ['ai_generated'] : []);
  });

  it('bills each page like a search of that many results, once', async () => {
    const key = await stack().newKey('starter');
    const payer = new Caller(stack().baseUrl, key);
    const first = await payer.search({ query: 'ball', k: 3 });
    const idempotency = { 'Idempotency-Key': randomUUID() };
    const second = { query: 'ball', k: 3, cursor: first.cursor };
    const answers = [
      await payer.post('/v1/search', second, idempotency),
      await payer.post('/v1/search', second, idempotency),
    ];
    expect(answers.map(({ headers }) => headers.get('X-Credits-Charged'))).toEqual(['1', '0']);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    const { credits, searches } = await payer.usage();
    expect(credits).toMatchObject({ used: 2, reserved: 0 });
    expect(searches).toHaveLength(2);
  });
}
