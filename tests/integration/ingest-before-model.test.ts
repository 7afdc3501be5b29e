import { afterAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeClients, openClients } from '@imagesearch/contracts/clients';
import { ingest } from '@imagesearch/ingest/pipeline/ingest';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { DRAWN, smallCollection } from '@imagesearch/testkit/images/small-collection';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const stack = await TestStack.start(NO_IMAGES);
const embedding = new FaultyProxy();
afterAll(async () => {
  await embedding.close();
  await stack.stop();
});

it('an ingestion that starts before the model is loaded waits for it, and ingests everything with its fingerprint', async () => {
  const { addresses } = stack.stack;
  embedding.pointTo(addresses.EMBEDDING_ADDRESS);
  // The embedding service does not listen before its model is loaded.
  embedding.setFault({ kind: 'refuse' });
  const clients = openClients({ ...addresses, EMBEDDING_ADDRESS: `127.0.0.1:${await embedding.open()}` });
  const running = ingest(smallCollection(), clients);
  await sleep(2_500);
  embedding.setFault({ kind: 'none' });
  expect(await running).toMatchObject({ added: DRAWN.length, failed: 0 });
  closeClients(clients);

  const index = await stack.clients.retrieval.describeIndex({}, detachedCall(10_000));
  expect(index).toMatchObject({ points: DRAWN.length, modelFingerprint: expect.stringMatching(/./) });
}, 60_000);
