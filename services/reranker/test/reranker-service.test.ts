import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
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
const CROSS_ENCODER = { RERANKER: 'cross-encoder' };

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

  test('describes itself as a lexical reranker', async () => {
    await expect(client.describeReranker({}, call())).resolves.toEqual({ method: 'lexical' });
    await expect(healthStatus(service.address)).resolves.toBe('SERVING');
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
  });

  test.each([
    ['an empty query', '', 0, ['query'], 'string_too_short'],
    ['a query of blanks', ' \t\n', 1, ['query'], 'string_too_short'],
    ['a query of 2,001 characters', 'x'.repeat(2_001), 1, ['query'], 'string_too_long'],
    ['501 candidates', 'dog', 501, ['candidates'], 'too_long'],
  ])('refuses %s', async (_name, query, count, loc, type) => {
    const candidates = Array.from({ length: count }, () => '["dog"]');
    await expect(client.rerank({ query, candidates }, call())).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ loc, type }],
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

  test('500 candidates with long texts are scored', async () => {
    const candidates = Array.from({ length: 500 }, (_, at) =>
      joinTexts({
        title: `dog number ${at}`,
        tags: Array.from({ length: 150 }, (_tag, tag) => `tag ${tag}`),
        description: 'word '.repeat(1_000),
      }),
    );
    const { scores } = await client.rerank({ query: 'dog', candidates }, call());
    expect(scores).toHaveLength(500);
  });
});

describe('how candidates are scored', () => {
  let models: HubModels;
  let service: GrpcService | undefined;

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
  const start = async (more: Record<string, string> = {}): Promise<GrpcService> => {
    service = createRerankerService(configOf(more));
    await service.start();
    return service;
  };

  test('a named cross-encoder is downloaded, checked, and served over gRPC', async () => {
    const { address } = await start(CROSS_ENCODER);
    const client = createRerankerClient(address);
    try {
      await expect(client.describeReranker({}, call())).resolves.toEqual({ method: 'cross_encoder' });
      await expect(healthStatus(address)).resolves.toBe('SERVING');
      const candidates = ['["dog"]', '["cat"]'];
      const { scores, method } = await client.rerank({ query: 'dog', candidates }, call());
      expect(method).toBe('cross_encoder');
      expect(scores).toHaveLength(2);
    } finally {
      client.close();
    }
  });

  test('a cross-encoder that may not be downloaded never serves, and names the command', async () => {
    await expect(start({ ...CROSS_ENCODER, MODEL_FETCH: 'never' })).rejects.toThrow(
      'npm run models -- pull minilm-l6',
    );
    expect(service?.address).toBe('');
  });
});

describe('the configuration', () => {
  test('names every invalid variable at once', () => {
    const load = () =>
      loadConfig({
        RERANKER_LISTEN: 'nowhere',
        RERANKER: 'best',
        RERANKER_BUDGET_MS: '0',
        RERANKER_CACHED_TEXTS_MAX: '0',
        LOG_LEVEL: 'loud',
      });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(
      /LOG_LEVEL[^]*RERANKER_LISTEN[^]*RERANKER: [^]*RERANKER_BUDGET_MS[^]*RERANKER_CACHED_TEXTS_MAX/,
    );
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
