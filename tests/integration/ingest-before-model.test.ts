import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { closeClients, openClients } from '@imagesearch/contracts/clients';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { loadConfig } from '@imagesearch/embedding/config';
import { createEmbeddingService, type EmbeddingService } from '@imagesearch/embedding/service';
import { ingest } from '@imagesearch/ingest/pipeline/ingest';
import type { Source } from '@imagesearch/ingest/sources/source';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { DRAWN, smallCollection } from '@imagesearch/testkit/images/small-collection';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const NOTHING: Source = {
  ...smallCollection(),
  total: 0,
  entries: async function* () {
    // A collection without images.
  },
};

let stack: TestStack;
let embedding: EmbeddingService;
const proxy = new FaultyProxy();

beforeAll(async () => {
  stack = await TestStack.start(NOTHING);
  const { RETRIEVAL_ADDRESS, SERVICE_TOKEN } = stack.stack.addresses;
  // The service asks the index for its model before it loads one, and waits for the index: its model is not there yet.
  proxy.pointTo(RETRIEVAL_ADDRESS);
  proxy.setFault({ kind: 'refuse' });
  embedding = createEmbeddingService(
    loadConfig({
      EMBEDDING_LISTEN: '127.0.0.1:0',
      RETRIEVAL_ADDRESS: `127.0.0.1:${await proxy.open()}`,
      SERVICE_TOKEN,
      DATA_DIR: stack.dataDir,
      LOG_LEVEL: 'silent',
    }),
  );
  await embedding.start();
}, 240_000);
afterAll(async () => {
  await embedding.close();
  await proxy.close();
  await stack.stop();
});

it('an ingestion that starts before the model is loaded waits for it, and ingests everything with its fingerprint', async () => {
  const { addresses } = stack.stack;
  const clients = openClients({ ...addresses, EMBEDDING_ADDRESS: embedding.address });
  const waited: string[] = [];
  const running = ingest(smallCollection(), clients, { onWaitingForModel: (detail) => waited.push(detail) });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  proxy.setFault({ kind: 'none' });
  const summary = await running;
  closeClients(clients);
  expect(summary).toMatchObject({ added: DRAWN.length, failed: 0 });
  expect(waited).toContain('asking the index which model filled it');

  const retrieval = createRetrievalClient(addresses.RETRIEVAL_ADDRESS, addresses.SERVICE_TOKEN);
  const { points, modelFingerprint } = await retrieval.describeIndex({}, detachedCall(10_000));
  retrieval.close();
  expect(points).toBe(DRAWN.length);
  expect(modelFingerprint).not.toBe('');
}, 60_000);
