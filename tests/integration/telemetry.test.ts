import { afterAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const stack = await TestStack.start();
afterAll(() => stack.stop());
const caller = await stack.newCaller('starter');

describe('the metrics of the gateway', () => {
  const page = async () => (await fetch(`${stack.stack.gateway.opsUrl()}/metrics`)).text();

  /** The samples of a metric, by its labels without the service's. */
  async function samples(name: string): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const line of (await page()).split('\n')) {
      const { labels, value } = /^(?<name>\w+)\{(?<labels>[^}]*)\} (?<value>\S+)$/.exec(line)?.groups ?? {};
      if (!line.startsWith(`${name}{`) || labels === undefined) continue;
      found[labels.replace(/,?service="gateway",?/, '').replaceAll('"', '')] = Number(value);
    }
    return found;
  }

  it('count the outcome of every search once, and every movement of credits', async () => {
    const before = await samples('gateway_credits_total');
    await caller.search({ query: 'ball', k: 30 });
    const keyed = { 'Idempotency-Key': 'once' };
    await caller.post('/v1/search', { query: 'cube', k: 1 }, keyed);
    await caller.post('/v1/search', { query: 'cube', k: 1 }, keyed);
    await caller.post('/v1/search', { query: 'disc', k: 1 }, keyed);
    await caller.post('/v1/similar', { asset_id: 'drawn:nothing' });
    expect(await samples('gateway_searches_total')).toMatchObject({
      'endpoint=search,outcome=answered': 2,
      'endpoint=search,outcome=replayed': 1,
      'endpoint=search,outcome=idempotency_mismatch': 1,
      'endpoint=similar,outcome=seed_not_indexed': 1,
    });

    const after = await samples('gateway_credits_total');
    const moved = (movement: string) =>
      (after[`movement=${movement}`] ?? 0) - (before[`movement=${movement}`] ?? 0);
    // Three for thirty results, one each for the others.
    expect(moved('reserved')).toBe(5);
    expect(moved('settled') + moved('released')).toBe(5);
    const { credits } = await caller.usage();
    expect(moved('settled')).toBe(credits.used);

    const stages = await samples('gateway_search_stage_duration_seconds_count');
    expect(stages).toEqual({
      'stage=spell': 2,
      'stage=encode': 2,
      'stage=retrieve': 2,
      'stage=hydrate': 2,
      'stage=rerank': 2,
    });
  });
});
