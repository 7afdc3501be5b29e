import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createRerankerClient } from '@imagesearch/contracts/reranker';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { healthStatus } from '@imagesearch/testkit/stack/health-status';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { loadConfig } from '../src/config.js';
import { createRerankerService, type RerankerService } from '../src/service.js';

const call = () => detachedCall(20_000);
const CROSS_ENCODER = { RERANKER: 'cross-encoder' };

describe('how candidates are scored', () => {
  let models: HubModels;
  let service: RerankerService | undefined;

  beforeEach(async () => {
    models = await hubModels('clip-b32');
  }, 300_000);
  afterEach(async () => {
    await service?.close();
    service = undefined;
    await models.remove();
  });

  const configOf = (more: Record<string, string> = {}) =>
    loadConfig({ ...models.env, RERANKER_LISTEN: '127.0.0.1:0', LOG_LEVEL: 'silent', ...more });
  const start = async (more: Record<string, string> = {}): Promise<RerankerService> => {
    service = createRerankerService(configOf(more));
    await service.start();
    return service;
  };

  test('a named cross-encoder is downloaded, checked, and served over gRPC', async () => {
    const { address } = await start(CROSS_ENCODER);
    await service?.whenReady();
    const client = createRerankerClient(address);
    try {
      await expect(client.describeReranker({}, call())).resolves.toEqual({
        method: 'cross_encoder',
        ready: true,
        detail: '',
      });
      await expect(healthStatus(address)).resolves.toBe('SERVING');
      const candidates = ['dog', 'cat'].map((title) => ({ assetId: title, title }));
      const { scores, method } = await client.rerank({ query: 'dog', candidates }, call());
      expect(method).toBe('cross_encoder');
      expect(scores).toHaveLength(2);
    } finally {
      client.close();
    }
  });

  test('a cross-encoder that may not be downloaded never serves, and names the command', async () => {
    const { address } = await start({ ...CROSS_ENCODER, MODEL_FETCH: 'never' });
    await expect(service?.whenReady()).rejects.toThrow('npm run models -- pull minilm-l6');
    await expect(healthStatus(address)).resolves.toBe('NOT_SERVING');
  });

  test('every profile uses the lexical scorer unless the operator names the other one', async () => {
    const { address } = await start();
    await service?.whenReady();
    const client = createRerankerClient(address);
    try {
      await expect(client.describeReranker({}, call())).resolves.toMatchObject({
        method: 'lexical',
        ready: true,
      });
    } finally {
      client.close();
    }
  });
});
