import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { BatchQueue, type BatchQueueOptions } from '../src/app/batch-queue.js';

const call = () => detachedCall(5_000);

const SILENT = { waiting: () => undefined, began: () => undefined, ran: () => undefined };

/** A batch begins in the turn after its first item came. */
const begun = async (): Promise<void> => {
  await nextTurn();
  await nextTurn();
};

/** A queue that doubles numbers, records its batches, and waits for `open` before it answers. */
function doubling(options: Partial<BatchQueueOptions<number, number>> = {}) {
  const batches: number[][] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const queue = new BatchQueue<number, number>({
    run: async (items) => {
      batches.push(items);
      await gate;
      return items.map((item) => 2 * item);
    },
    batchMax: 3,
    waitingMax: 5,
    events: SILENT,
    ...options,
  });
  return { queue, batches, open };
}

describe('a batch queue', () => {
  test('a lone item does not wait for others', async () => {
    const { queue, batches, open } = doubling();
    open();
    for (const item of [2, 3]) await expect(queue.submit(item, call())).resolves.toBe(2 * item);
    expect(batches).toEqual([[2], [3]]);
  });

  test('what arrives while a batch runs forms the next one', async () => {
    const { queue, batches, open } = doubling();
    const first = queue.submit(1, call());
    await begun();
    const later = [2, 3, 4].map((item) => queue.submit(item, call()));
    open();
    await expect(Promise.all([first, ...later])).resolves.toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  test('a full queue refuses with overloaded and keeps what it has', async () => {
    const { queue, open } = doubling({ batchMax: 1, waitingMax: 2 });
    const running = queue.submit(1, call());
    await begun();
    const results = [running, ...[2, 3].map((item) => queue.submit(item, call()))];
    await expect(queue.submit(4, call())).rejects.toMatchObject({ code: 'overloaded' });
    open();
    await expect(Promise.all(results)).resolves.toEqual([2, 4, 6]);
  });

  test('a cancelled item never runs, and leaves the queue at once', async () => {
    const { queue, batches, open } = doubling({ batchMax: 1, waitingMax: 1 });
    const first = queue.submit(1, call());
    await begun();
    const gone = new AbortController();
    const second = queue.submit(2, detachedCall(5_000, gone.signal));
    gone.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    const third = queue.submit(3, call());
    open();
    await expect(Promise.all([first, third])).resolves.toEqual([2, 6]);
    expect(batches).toEqual([[1], [3]]);
  });

  test('an item that is late never runs: on its arrival, while it waits, or while the thread was busy', async () => {
    const { queue, batches, open } = doubling({ batchMax: 1 });
    const refused = { code: 'deadline_exceeded' };
    await expect(queue.submit(0, detachedCall(-1))).rejects.toMatchObject(refused);
    const first = queue.submit(1, call());
    await expect(queue.submit(2, detachedCall(20))).rejects.toMatchObject(refused);
    const late = queue.submit(3, detachedCall(30));
    late.catch(() => undefined);
    await nextTurn();
    const busyUntil = Date.now() + 50;
    while (Date.now() < busyUntil);
    open();
    await expect(late).rejects.toMatchObject(refused);
    await first;
    expect(batches).toEqual([[1]]);
  });

  test('a failed run fails its own items and no later ones', async () => {
    let runs = 0;
    const queue = new BatchQueue<number, number>({
      run: (items) => ((runs += 1) === 1 ? Promise.reject(new Error('lost')) : Promise.resolve(items)),
      batchMax: 1,
      waitingMax: 5,
      events: SILENT,
    });
    await expect(queue.submit(1, call())).rejects.toThrow('lost');
    await expect(queue.submit(2, call())).resolves.toBe(2);
  });

  test('items of one call share a batch; when one fails, those that wait never run', async () => {
    const { queue, batches, open } = doubling({ batchMax: 2 });
    const both = queue.submitAll([1, 2], call());
    await begun();
    const five = queue.submitAll([3, 4, 5, 6, 7, 8], call());
    await expect(five).rejects.toMatchObject({ code: 'overloaded' });
    open();
    await expect(both).resolves.toEqual([2, 4]);
    await expect(queue.submitAll([9], call())).resolves.toEqual([18]);
    expect(batches).toEqual([[1, 2], [9]]);
  });

  test('closing refuses what waits and waits for what runs', async () => {
    const { queue, open } = doubling({ batchMax: 1 });
    const running = queue.submit(1, call());
    await begun();
    const refused = [queue.submit(2, call())];
    let closed = false;
    const closing = queue.close().then(() => (closed = true));
    refused.push(queue.submit(3, call()));
    const answers = Promise.allSettled(refused);
    await begun();
    expect(closed).toBe(false);
    open();
    await expect(running).resolves.toBe(2);
    for (const answer of await answers)
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'dependency_unavailable' } });
    await closing;
  });
});
