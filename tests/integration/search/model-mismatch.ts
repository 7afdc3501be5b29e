import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadConfig } from '@imagesearch/gateway/config';
import { readinessSchema } from '@imagesearch/gateway/health/readiness';
import { createGatewayService, type GatewayService } from '@imagesearch/gateway/service';
import { layEmptyPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import {
  OTHER_FINGERPRINT,
  startEmbeddingProxy,
  type EmbeddingProxy,
} from '@imagesearch/testkit/stack/embedding-proxy';
import { draw, drawnId } from '@imagesearch/testkit/images/small-collection';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

const REMEDY = 'npm run ingest -- reindex';

/** A gateway of its own, whose embedding service runs another model than the one that filled the index. */
export function describeModelMismatch(stack: () => TestStack): void {
  let other: EmbeddingProxy;
  let gateway: GatewayService;
  let dataDir: string;
  let caller: Caller;

  beforeAll(async () => {
    other = await startEmbeddingProxy(
      stack().stack.addresses.EMBEDDING_ADDRESS,
      stack().stack.addresses.SERVICE_TOKEN,
      { isOtherModel: true },
    );
    dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-mismatch-'));
    await layEmptyPostgres(join(dataDir, 'gateway', 'postgres'));
    gateway = createGatewayService(
      loadConfig({
        PORT: '0',
        OPS_PORT: '0',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        ...stack().stack.addresses,
        EMBEDDING_ADDRESS: other.address,
      }),
    );
    await gateway.start();
    const { id } = await gateway.accounts().ensure({ name: 'one', plan: 'scale', billingDay: 1 });
    caller = new Caller(gateway.baseUrl(), (await gateway.keys().create(id, { environment: 'live' })).key);
  }, 240_000);
  afterAll(async () => {
    await gateway.close();
    await other.close();
    await rm(dataDir, { recursive: true, force: true });
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
