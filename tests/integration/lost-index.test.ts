import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { DRAWN, drawnId } from '@imagesearch/testkit/images/small-collection';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { promisedWithout } from '@imagesearch/testkit/stack/failure-table';

describe('an index that lost its points beside a filled catalogue', () => {
  let stack: TestStack;
  let caller: Caller;

  beforeAll(async () => {
    stack = await TestStack.start();
    caller = new Caller(stack.baseUrl, await stack.newKey('scale'));
  }, 240_000);
  afterAll(() => stack.stop());

  const used = async (): Promise<number> =>
    ((await caller.get('/v1/usage')).body as { credits: { used: number } }).credits.used;
  const metric = async (name: string): Promise<number> => {
    const page = await (await fetch(`${stack.stack.gateway.opsUrl()}/metrics`)).text();
    return Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'm').exec(page)?.[1]);
  };

  it('answers no billed empty 200: searches are refused, free, and the operator is alarmed', async () => {
    const nothing = await caller.search({ query: 'red ball', filters: { aspect_min: 9 } });
    expect(nothing.count).toBe(0);
    const before = await used();

    const { RETRIEVAL_ADDRESS, SERVICE_TOKEN } = stack.stack.addresses;
    const retrieval = createRetrievalClient(RETRIEVAL_ADDRESS, SERVICE_TOKEN);
    await retrieval.deletePoints({ assetIds: DRAWN.map(({ id }) => drawnId(id)) }, detachedCall(10_000));
    retrieval.close();
    // What the gateway knows of the index is up to a second old.
    await new Promise((resolve) => setTimeout(resolve, 1_200));

    const { status: promised, isBilled } = promisedWithout('points of the index', {
      status: 503,
      isBilled: false,
    });
    for (const [path, body] of [
      ['/v1/search', { query: 'red ball' }],
      ['/v1/search', { query: 'red ball', filters: { aspect_min: 9 } }],
      ['/v1/similar', { asset_id: drawnId('red-disc') }],
    ] as const) {
      const refused = await caller.post(path, body);
      expect(faultOf(refused)).toMatchObject({ status: promised, type: 'dependency_unavailable' });
      expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
    }
    expect((await used()) > before).toBe(isBilled);
    expect(await metric('gateway_index_lost')).toBe(1);
    expect(await metric('gateway_index_points')).toBe(0);
    const status = await fetch(`${stack.stack.gateway.opsUrl()}/status`);
    expect(status.status).toBe(503);
    expect(await status.json()).toMatchObject({
      services: { retrieval: { ready: false, detail: expect.stringContaining('reindex') } },
    });
    expect((await fetch(`${stack.stack.gateway.opsUrl()}/readyz`)).status).toBe(200);
  });
});
