import { describe, expect, test } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { BatchQueue, type BatchQueueOptions } from '../src/app/batch-queue.js';
import { keepBusy, nextTurn, workFor } from './support/event-loop.js';

const call = () => detachedCall(5_000);

/** Makes queues that share one permit, and records the order of their runs. */
function sharing() {
  const semaphore = createSemaphore(1);
  const order: string[] = [];
  const queueOf = (name: string, options: Partial<BatchQueueOptions<number, number>>) =>
    new BatchQueue<number, number>({
      run: async (items) => {
        order.push(name);
        await new Promise((resolve) => setTimeout(resolve, 2));
        return items;
      },
      batchMax: 2,
      waitMs: 0,
      concurrency: 1,
      semaphore,
      waitingMax: 100,
      ...options,
    });
  return { order, queueOf };
}

describe('two queues that share a semaphore', () => {
  test('alternate while both have work, and neither waits for an idle one', async () => {
    const { order, queueOf } = sharing();
    const [texts, images] = [queueOf('texts', {}), queueOf('pictures', {})];
    const numbers = (length: number) => Array.from({ length }, (_, at) => at);
    await Promise.all([
      ...numbers(12).map((at) => images.submit(at, call())),
      ...numbers(6).map((at) => texts.submit(at, call())),
    ]);
    // Each queue asks again before the other has finished. Items of one turn of the event loop share a batch.
    expect(order.join(' ')).toBe('pictures texts pictures texts pictures texts pictures pictures pictures');
  });

  test.each([2, 100])(
    'texts that wait for other work still run after one batch of images, of %i ms',
    async (imageMs) => {
      const { order, queueOf } = sharing();
      const images = queueOf('pictures', {
        run: async (items) => {
          order.push('pictures');
          keepBusy(imageMs);
          await nextTurn();
          return items;
        },
        batchMax: 1,
      });
      const texts = queueOf('texts', { batchMax: 4, busyWaitMs: 50 });
      const results = [1, 2, 3].map((item) => images.submit(item, call()));
      for (const item of [1, 2]) results.push(texts.submit(item, call()));
      await workFor(8, (turn) => {
        if (turn === 1) results.push(texts.submit(3, call()));
      });
      await Promise.all(results);
      expect(order.join(' ')).toBe('pictures texts pictures pictures');
    },
  );

  test('images need not wait for a batch whose texts were all cancelled', async () => {
    const { order, queueOf } = sharing();
    const [texts, images] = [queueOf('texts', { batchMax: 3, busyWaitMs: 60_000 }), queueOf('pictures', {})];
    await Promise.all([1, 2].map((item) => texts.submit(item, call())));
    const gone = new AbortController();
    texts.submit(3, detachedCall(5_000, gone.signal)).catch(() => undefined);
    await workFor(30, (turn) => {
      if (turn === 3) void images.submit(1, call());
      if (turn === 5) gone.abort();
    });
    expect(order).toEqual(['texts', 'pictures']);
  });
});
