import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import { loadConfig } from '@imagesearch/embedding/config';
import { createEmbeddingService, type EmbeddingService } from '@imagesearch/embedding/service';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { DRAWN } from '@imagesearch/testkit/images/small-collection';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const call = () => detachedCall(20_000);

describe('another text encoder for an index of lite', () => {
  let models: HubModels;
  let stack: TestStack;
  let caller: Caller;
  let retrieval: RetrievalClient;
  let other: EmbeddingService | undefined;

  beforeAll(async () => {
    models = await hubModels('clip-b32');
    stack = await TestStack.start(undefined, { env: { ...models.env, MODEL_PROFILE: 'lite' } });
    caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
    const { RETRIEVAL_ADDRESS, SERVICE_TOKEN } = stack.stack.addresses;
    retrieval = createRetrievalClient(RETRIEVAL_ADDRESS, SERVICE_TOKEN);
  }, 300_000);
  afterAll(async () => {
    retrieval.close();
    await other?.close();
    await stack.stop();
    await models.remove();
  });

  /** How many captions the encoder of this service is compared with. */
  const captionsSearched = async (address: string, text: string): Promise<number> => {
    const client = createEmbeddingClient(address, stack.stack.addresses.SERVICE_TOKEN);
    try {
      const { vectors, fingerprint } = await client.embedTexts({ texts: [text] }, call());
      const { candidates } = await retrieval.searchPoints(
        {
          vectors: vectors.map((vector) => ({ name: 'caption', target: 'TARGET_CAPTION' as const, vector })),
          modelFingerprint: fingerprint,
          limit: 50,
        },
        call(),
      );
      return candidates.length;
    } finally {
      client.close();
    }
  };

  it('changes nothing until the images are embedded again, and its vectors are refused with that command', async () => {
    const { modelFingerprint } = await retrieval.describeIndex({}, call());
    other = createEmbeddingService(
      loadConfig({
        ...models.env,
        EMBEDDING_LISTEN: '127.0.0.1:0',
        MODEL_PROFILE: 'lite',
        TEXT_ENCODER: 'e5-small',
        SERVICE_TOKEN: stack.stack.addresses.SERVICE_TOKEN,
        LOG_LEVEL: 'silent',
      }),
    );
    await other.start();
    await other.whenReady();
    await expect(captionsSearched(other.address, 'red ball')).rejects.toThrow('npm run ingest -- reindex');
    expect((await retrieval.describeIndex({}, call())).modelFingerprint).toBe(modelFingerprint);
    expect((await caller.search({ query: 'red ball', k: 3 })).results[0]).toMatchObject({
      asset_id: 'drawn:red-disc',
      matched: expect.arrayContaining(['words', 'meaning']),
    });
  });

  it('embeds every caption again by a reindex, from the stored images', async () => {
    const address = other?.address ?? '';
    const { exitCode, output } = await stack.runIngest(['reindex'], { EMBEDDING_ADDRESS: address });
    expect(output).toContain(`The new index serves: ${DRAWN.length} points.`);
    expect(exitCode).toBe(0);
    expect(await captionsSearched(address, 'red ball')).toBe(DRAWN.length);
  }, 120_000);
});
