import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createRerankerClient } from '@imagesearch/contracts/reranker';
import { ensureHubProfile } from '@imagesearch/models/hub-profile';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { healthStatus } from '@imagesearch/testkit/stack/health-status';
import { hubModels, type HubModels } from '@imagesearch/testkit/neural/hub-models';
import { loadConfig } from '../src/config.js';
import { createRerankerService, type RerankerService } from '../src/service.js';

const call = () => detachedCall(20_000);

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

  test('a named profile downloads its cross-encoder, checks it, and serves it over gRPC', async () => {
    const { address } = await start();
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

  test('a named profile whose cross-encoder may not be downloaded never serves, and names the command', async () => {
    const { address } = await start({ MODEL_FETCH: 'never' });
    await expect(service?.whenReady()).rejects.toThrow('npm run models -- pull clip-b32');
    await expect(healthStatus(address)).resolves.toBe('NOT_SERVING');
  });

  test('auto with towers but no cross-encoder on disk uses the lexical scorer', async () => {
    await ensureHubProfile('clip-b32', { ...configOf().settings, mayFetch: true });
    const { address } = await start({ MODEL_PROFILE: 'auto' });
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
