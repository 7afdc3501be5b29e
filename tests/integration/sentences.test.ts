import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import { loadConfig } from '@imagesearch/embedding/config';
import { createEmbeddingService, type EmbeddingService } from '@imagesearch/embedding/service';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { hubModels, type HubModels } from '@imagesearch/testkit/neural/hub-models';
import { DRAWN } from '@imagesearch/testkit/images/small-collection';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const call = () => detachedCall(20_000);
const QUERIES = ['red ball', 'green box', 'a striped flag', 'something that a child plays with'];

describe('a sentence encoder beside the lite models', () => {
  let models: HubModels;
  let stack: TestStack;
  let caller: Caller;
  let retrieval: RetrievalClient;
  let plain: string[][];
  let withSentences: EmbeddingService | undefined;

  beforeAll(async () => {
    models = await hubModels('clip-b32');
    stack = await TestStack.start(undefined, { env: { ...models.env, MODEL_PROFILE: 'lite' } });
    caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
    const { RETRIEVAL_ADDRESS, SERVICE_TOKEN } = stack.stack.addresses;
    retrieval = createRetrievalClient(RETRIEVAL_ADDRESS, SERVICE_TOKEN);
  }, 300_000);
  afterAll(async () => {
    retrieval.close();
    await withSentences?.close();
    await stack.stop();
    await models.remove();
  });

  /** Ids of the captions nearest to a text, by the encoder of this service. */
  const nearestCaptions = async (address: string, text: string): Promise<string[]> => {
    const client = createEmbeddingClient(address, stack.stack.addresses.SERVICE_TOKEN);
    try {
      const { sentenceVectors, fingerprint } = await client.embedTexts(
        { texts: [text], sentences: [text] },
        call(),
      );
      const vectors = sentenceVectors.map((vector) => ({
        name: 'sentence',
        target: 'TARGET_SENTENCE' as const,
        vector,
      }));
      const { candidates } = await retrieval.searchPoints(
        { vectors, modelFingerprint: fingerprint, limit: 50 },
        call(),
      );
      return candidates.map(({ assetId }) => assetId);
    } finally {
      client.close();
    }
  };

  const ordersOf = (asking: Caller): Promise<string[][]> =>
    Promise.all(
      QUERIES.map(async (query) => {
        const { results } = await asking.search({ query, k: DRAWN.length });
        const scores = results.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        return results.map(({ asset_id }) => asset_id);
      }),
    );

  it('changes nothing until it is there', async () => {
    plain = await ordersOf(caller);
    const { rebuild, modelFingerprint } = await retrieval.describeIndex({}, call());
    expect(rebuild).toBeNull();
    const { results } = await caller.search({ query: 'red ball', k: 3 });
    expect(results[0]?.asset_id).toBe('drawn:red-disc');
    withSentences = createEmbeddingService(
      loadConfig({
        ...models.env,
        EMBEDDING_LISTEN: '127.0.0.1:0',
        MODEL_PROFILE: 'lite',
        SENTENCE_ENCODER: 'minilm',
        SERVICE_TOKEN: stack.stack.addresses.SERVICE_TOKEN,
        LOG_LEVEL: 'silent',
      }),
    );
    await withSentences.start();
    await withSentences.whenReady();
    // Its files are on disk now, and the index still has no sentence vector.
    expect((await retrieval.describeIndex({}, call())).modelFingerprint).toBe(modelFingerprint);
    expect((await caller.search({ query: 'red ball', k: 3 })).results[0]?.asset_id).toBe('drawn:red-disc');
  });

  it('is added to every caption by a reindex, from the stored images', async () => {
    const address = withSentences?.address ?? '';
    const { exitCode, output } = await stack.runIngest(['reindex'], { EMBEDDING_ADDRESS: address });
    expect(output).toContain(`The new index serves: ${DRAWN.length} points.`);
    expect(exitCode).toBe(0);
    expect((await nearestCaptions(address, 'red ball')).length).toBe(DRAWN.length);
  }, 120_000);

  it('takes part in every search by words', async () => {
    const other = await TestStack.start(undefined, {
      env: { ...models.env, MODEL_PROFILE: 'lite', SENTENCE_ENCODER: 'minilm' },
    });
    try {
      const asking = new Caller(other.baseUrl, await other.newKey('custom'));
      const orders = await ordersOf(asking);
      expect(orders.map((ids) => ids.toSorted())).toEqual(plain.map((ids) => ids.toSorted()));
      expect(orders).not.toEqual(plain);
      // The encoder has a vector for a word that nothing knows, which would find anything.
      expect((await asking.search({ query: 'zzxqyv', k: 5 })).results).toEqual([]);
    } finally {
      await other.stop();
    }
  }, 240_000);
});
