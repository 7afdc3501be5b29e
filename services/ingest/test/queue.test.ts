import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { UnrecoverableError, Worker } from 'bullmq';
import type { Services } from '../src/pipeline/service-calls.js';
import { connect, openQueueExecutor } from '../src/queue/queue.js';
import { toItem } from '../src/sources/to-item.js';

describeWith(ENGINES.redis, 'a queue', (redisUrl) => {
  it('says why a worker gave up on an image, and what another one returned', async () => {
    const queueName = `test-${randomUUID()}`;
    const connection = connect(redisUrl);
    const settle = ({ name }: { name: string }) =>
      name === 'mine:1'
        ? Promise.reject(new UnrecoverableError('the model changed'))
        : Promise.resolve({ kind: 'added' });
    const worker = new Worker(queueName, settle, { connection });
    await worker.waitUntilReady();
    // Every job has an end of its own, so the stores are not asked.
    const services = { signal: new AbortController().signal } as Services;
    const options = { redisUrl, queueName, services, modelFingerprint: 'model' };
    const executor = await openQueueExecutor(options);
    const assets = ['1', '2'].map((id) => ({
      asset: toItem('mine', { id, image: { path: id }, bytesVersion: id }),
      contentVersion: 'v1',
    }));
    expect(await executor?.ingestAll(assets, () => undefined)).toEqual([
      { kind: 'failed', reason: 'a worker gave up on it: the model changed' },
      { kind: 'added' },
    ]);
    await executor?.close();
    await worker.close();
    connection.disconnect();
  });
});
