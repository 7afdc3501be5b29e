import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { joinTexts } from '@imagesearch/contracts/candidate-texts';
import { createRerankerClient, type RerankerClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { ConfigError } from '@imagesearch/service-kit/config';
import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { healthStatus } from '@imagesearch/testkit/stack/health-status';
import { loadConfig } from '../src/config.js';
import { createRerankerService } from '../src/service.js';

const call = () => detachedCall(20_000);

describe('the reranker', () => {
  let service: GrpcService;
  let client: RerankerClient;

  beforeAll(async () => {
    service = createRerankerService(loadConfig({ RERANKER_LISTEN: '127.0.0.1:0', LOG_LEVEL: 'silent' }));
    await service.start();
    client = createRerankerClient(service.address);
  }, 300_000);

  afterAll(async () => {
    client.close();
    await service.close();
  });

  test('scores candidates in the order given', async () => {
    const candidates = [
      { title: 'cat', tags: ['animal'], description: '' },
      { title: 'dog', tags: ['animal'], description: '' },
      { title: 'hot dog', tags: ['food'], description: 'A sausage.' },
    ].map(joinTexts);
    const { scores, method } = await client.rerank({ query: 'dog', candidates }, call());
    const [cat = 1, dog = 0, hotDog = 1] = scores;
    expect(scores).toHaveLength(3);
    expect(dog).toBeGreaterThan(hotDog);
    expect(hotDog).toBeGreaterThan(cat);
    expect(method).toBe('lexical');
    await expect(client.describeReranker({}, call())).resolves.toEqual({ method });
  });

  test.each([
    ['a query of blanks', ' \t\n', 1, 'query'],
    ['a query of 2,001 characters', 'x'.repeat(2_001), 1, 'query'],
    ['501 candidates', 'dog', 501, 'candidates'],
  ])('refuses %s', async (_name, query, count, field) => {
    const candidates = Array.from({ length: count }, () => '["dog"]');
    await expect(client.rerank({ query, candidates }, call())).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ loc: [field] }],
    });
  });

  test.each(['', 'dog', '{"title":"dog"}', '["dog",1]'])(
    'refuses %j as the texts of a candidate',
    async (texts) => {
      await expect(client.rerank({ query: 'dog', candidates: [texts] }, call())).rejects.toMatchObject({
        code: 'invalid_request',
        issues: [{ loc: ['candidates'], type: 'list_type' }],
      });
    },
  );
});

describe('a cross-encoder that is named', () => {
  let models: HubModels;
  let service: GrpcService;

  const create = async (more: Record<string, string> = {}): Promise<void> => {
    models = await hubModels('clip-b32');
    const env = { RERANKER: 'cross-encoder', RERANKER_LISTEN: '127.0.0.1:0', LOG_LEVEL: 'silent', ...more };
    service = createRerankerService(loadConfig({ ...models.env, ...env }));
  };
  afterEach(async () => {
    await service.close();
    await models.remove();
  });

  test('is downloaded, checked, and served over gRPC', async () => {
    await create();
    await service.start();
    const client = createRerankerClient(service.address);
    try {
      await expect(healthStatus(service.address)).resolves.toBe('SERVING');
      const { scores, method } = await client.rerank(
        { query: 'dog', candidates: ['["dog"]', '["cat"]'] },
        call(),
      );
      expect(method).toBe('cross_encoder');
      expect(scores).toHaveLength(2);
    } finally {
      client.close();
    }
  }, 300_000);

  test('but may not be downloaded never serves, and names the command', async () => {
    await create({ MODEL_FETCH: 'never' });
    await expect(service.start()).rejects.toThrow('npm run models -- pull minilm-l6');
    expect(service.address).toBe('');
  }, 300_000);
});

describe('the configuration', () => {
  test('names every invalid variable at once', () => {
    const load = () =>
      loadConfig({
        RERANKER_LISTEN: 'nowhere',
        RERANKER: 'best',
        RERANKER_BUDGET_MS: '0',
        LOG_LEVEL: 'loud',
      });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/LOG_LEVEL[^]*RERANKER_LISTEN[^]*RERANKER: [^]*RERANKER_BUDGET_MS/);
  });

  test('has a default for everything', () => {
    expect(loadConfig({})).toMatchObject({
      listen: '127.0.0.1:7003',
      method: 'lexical',
      budgetMs: 60,
      settings: { profile: 'auto', modelDir: '.data/models' },
    });
  });
});
