import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readinessSchema } from '@imagesearch/gateway/health/readiness';
import type { GatewayService } from '@imagesearch/gateway/service';
import { faultOf, type Caller } from '@imagesearch/testkit/stack/caller';
import {
  OTHER_FINGERPRINT,
  startEmbeddingProxy,
  type EmbeddingProxy,
} from '@imagesearch/testkit/stack/embedding-proxy';
import { EMBEDDED_POSTGRES, type TestDatabase } from '@imagesearch/testkit/stores/databases';
import { draw, drawnId } from '@imagesearch/testkit/images/small-collection';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { newCallers, startGateway } from '../support/own-gateway.js';

const REMEDY = 'npm run ingest -- reindex';

/** A gateway of its own, whose embedding service runs another model than the one that filled the index. */
export function describeModelMismatch(stack: TestStack): void {
  let home: TestDatabase;
  let other: EmbeddingProxy;
  let gateway: GatewayService;
  let caller: Caller;

  beforeAll(async () => {
    const { EMBEDDING_ADDRESS, SERVICE_TOKEN } = stack.stack.addresses;
    other = await startEmbeddingProxy(EMBEDDING_ADDRESS, SERVICE_TOKEN, { isOtherModel: true });
    home = await EMBEDDED_POSTGRES.create('gateway/postgres');
    gateway = await startGateway(stack, home, { EMBEDDING_ADDRESS: other.address });
    [caller] = await newCallers([gateway], 'scale');
  }, 240_000);
  afterAll(async () => {
    await gateway.close();
    await other.close();
    await home.drop();
  });

  it('a search is refused with an error of the contract that names no model and no command, and is free', async () => {
    const image = (await draw({ shape: 'box', colour: [1, 2, 3] })).toString('base64');
    for (const body of [{ query: 'red ball' }, { image_base64: image }]) {
      const answer = await caller.post('/v1/search', body);
      expect(faultOf(answer)).toEqual({
        status: 503,
        type: 'model_mismatch',
        loc: [],
        msg: expect.stringContaining('The index was filled by another model'),
        input: null,
        ctx: {},
        faults: 1,
      });
      expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
      expect(answer.text).not.toContain(REMEDY);
      expect(answer.text).not.toContain(OTHER_FINGERPRINT);
    }
    // By sight of what is indexed: no vector of the running model takes part.
    const similar = await caller.post('/v1/similar', { asset_id: drawnId('red-disc'), k: 1 });
    expect(similar.status).toBe(200);
    expect((await caller.get('/v1/usage')).body).toMatchObject({ credits: { used: 1 } });
  });

  it('the operator reads both models and the command at /status, and a caller at /v1/warm only that it is not ready', async () => {
    const operators = await fetch(`${gateway.opsUrl()}/status`);
    expect(operators.status).toBe(503);
    expect(await operators.json()).toMatchObject({
      ready: false,
      services: {
        retrieval: { ready: false, detail: expect.stringContaining(REMEDY) },
        embedding: { ready: true },
      },
    });
    const callers = await caller.get('/v1/warm');
    expect(callers.status).toBe(503);
    const { ready, services } = readinessSchema.parse(callers.body);
    expect([ready, services.retrieval.ready]).toEqual([false, false]);
    expect(services.retrieval.detail).toContain('another model');
    expect(callers.text).not.toContain(REMEDY);
    expect(callers.text).not.toContain(OTHER_FINGERPRINT);
  });
}
