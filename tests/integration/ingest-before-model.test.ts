import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeClients, openClients } from '@imagesearch/contracts/clients';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { ingest } from '@imagesearch/ingest/pipeline/ingest';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { DRAWN, smallCollection } from '@imagesearch/testkit/images/small-collection';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

let stack: TestStack;
/** The embedding service does not listen before its model is loaded. */
const embedding = new FaultyProxy();

beforeAll(async () => {
  stack = await TestStack.start(NO_IMAGES);
  embedding.pointTo(stack.stack.addresses.EMBEDDING_ADDRESS);
  embedding.setFault({ kind: 'refuse' });
}, 240_000);
afterAll(async () => {
  await embedding.close();
  await stack.stop();
});

it('an ingestion that starts before the model is loaded waits for it, and ingests everything with its fingerprint', async () => {
  const { addresses } = stack.stack;
  const clients = openClients({ ...addresses, EMBEDDING_ADDRESS: `127.0.0.1:${await embedding.open()}` });
  const running = ingest(smallCollection(), clients);
  await sleep(2_500);
  embedding.setFault({ kind: 'none' });
  const summary = await running;
  closeClients(clients);
  expect(summary).toMatchObject({ added: DRAWN.length, failed: 0 });

  const retrieval = createRetrievalClient(addresses.RETRIEVAL_ADDRESS, addresses.SERVICE_TOKEN);
  const { points, modelFingerprint } = await retrieval.describeIndex({}, detachedCall(10_000));
  retrieval.close();
  expect(points).toBe(DRAWN.length);
  expect(modelFingerprint).not.toBe('');
}, 60_000);
