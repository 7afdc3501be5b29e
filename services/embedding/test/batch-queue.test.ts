import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { BatchQueue, type BatchQueueOptions } from '../src/app/batch-queue.js';

const call = () => detachedCall(5_000);

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
    waitMs: 10,
    waitingMax: 5,
    ...options,
  });
  return { queue, batches, open };
}

describe('a batch queue', () => {
  test('items that arrive together run together and get their own results', async () => {
    const { queue, batches, open } = doubling();
    open();
    await expect(Promise.all([1, 2, 3].map((item) => queue.submit(item, call())))).resolves.toEqual([
      2, 4, 6,
    ]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  test('a lone item runs when its wait is over', async () => {
    const { queue, batches, open } = doubling();
    open();
    await expect(queue.submit(4, call())).resolves.toBe(8);
    expect(batches).toEqual([[4]]);
  });

  test('a caller that asks for one thing after another waits for company once, not every time', async () => {
    const { queue, batches, open } = doubling({ waitMs: 200 });
    open();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const first = queue.submit(1, call());
      await jest.advanceTimersByTimeAsync(200);
      await first;
      // Time stands still from here on.
      for (const item of [2, 3, 4]) await queue.submit(item, call());
    } finally {
      jest.useRealTimers();
    }
    expect(batches).toEqual([[1], [2], [3], [4]]);
  });

  test('an item waits for others again after a shared batch', async () => {
    const { queue, batches, open } = doubling({ waitMs: 20 });
    open();
    await queue.submit(1, call());
    await Promise.all([2, 3, 4].map((item) => queue.submit(item, call())));
    await Promise.all([5, 6].map((item) => queue.submit(item, call())));
    expect(batches).toEqual([[1], [2, 3, 4], [5, 6]]);
  });

  test('what arrives while a batch runs forms the next one', async () => {
    const { queue, batches, open } = doubling({ waitMs: 0 });
    const first = queue.submit(1, call());
    await nextTurn();
    const later = [2, 3, 4].map((item) => queue.submit(item, call()));
    open();
    await expect(Promise.all([first, ...later])).resolves.toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  test('a full queue refuses with overloaded and keeps what it has', async () => {
    const { queue, open } = doubling({ waitMs: 0, batchMax: 1, waitingMax: 2 });
    const results = [1, 2, 3].map((item) => queue.submit(item, call()));
    await expect(queue.submit(4, call())).rejects.toMatchObject({ code: 'overloaded' });
    open();
    await expect(Promise.all(results)).resolves.toEqual([2, 4, 6]);
  });

  test('a cancelled item never runs, and leaves the queue at once', async () => {
    const { queue, batches, open } = doubling({ waitMs: 0, batchMax: 1, waitingMax: 1 });
    const first = queue.submit(1, call());
    const gone = new AbortController();
    const second = queue.submit(2, detachedCall(5_000, gone.signal));
    gone.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    const third = queue.submit(3, call());
    open();
    await expect(Promise.all([first, third])).resolves.toEqual([2, 6]);
    expect(batches).toEqual([[1], [3]]);
  });

  test('an item whose deadline passes while it waits never runs', async () => {
    const { queue, batches, open } = doubling({ waitMs: 0, batchMax: 1 });
    const first = queue.submit(1, call());
    await expect(queue.submit(2, detachedCall(20))).rejects.toMatchObject({ code: 'deadline_exceeded' });
    open();
    await first;
    expect(batches).toEqual([[1]]);
  });

  test('an item that is late already is refused without a run', async () => {
    const { queue, batches } = doubling({ waitMs: 0 });
    await expect(queue.submit(1, detachedCall(-1))).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(batches).toEqual([]);
  });

  test('a failed run fails its own items and no later ones', async () => {
    let runs = 0;
    const queue = new BatchQueue<number, number>({
      run: (items) => ((runs += 1) === 1 ? Promise.reject(new Error('lost')) : Promise.resolve(items)),
      batchMax: 1,
      waitMs: 0,
      waitingMax: 5,
    });
    await expect(queue.submit(1, call())).rejects.toThrow('lost');
    await expect(queue.submit(2, call())).resolves.toBe(2);
  });

  test('closing refuses what waits and waits for what runs', async () => {
    const { queue, open } = doubling({ waitMs: 0, batchMax: 1 });
    const running = queue.submit(1, call());
    const waiting = queue.submit(2, call());
    let closed = false;
    const closing = queue.close().then(() => (closed = true));
    await expect(waiting).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await expect(queue.submit(3, call())).rejects.toMatchObject({ code: 'dependency_unavailable' });
    expect(closed).toBe(false);
    open();
    await expect(running).resolves.toBe(2);
    await closing;
  });

  test('an item whose deadline passed while the thread was busy is rejected and does not run', async () => {
    const { queue, batches, open } = doubling({ waitMs: 0, batchMax: 1 });
    const first = queue.submit(1, call());
    const late = queue.submit(2, detachedCall(30));
    late.catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    const busyUntil = Date.now() + 50;
    while (Date.now() < busyUntil);
    open();
    await expect(late).rejects.toMatchObject({ code: 'deadline_exceeded' });
    await first;
    expect(batches).toEqual([[1]]);
  });
});
