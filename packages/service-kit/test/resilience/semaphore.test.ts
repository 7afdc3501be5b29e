import { describe, expect, test } from '@jest/globals';
import { detachedCall } from '../../src/call-context.js';
import { AppError } from '../../src/errors.js';
import { createSemaphore, mapConcurrently } from '../../src/resilience/semaphore.js';

const call = (timeoutMs = 10_000, signal?: AbortSignal) => detachedCall(timeoutMs, signal);

/** Work that keeps its permit until the test ends it. */
function held() {
  let end!: () => void;
  const work = new Promise<void>((resolve) => (end = resolve));
  return { work: () => work, end };
}

describe('a semaphore', () => {
  test.each([undefined, call()])(
    'runs no more at once than it has permits, in the order of asking',
    async (whose) => {
      const semaphore = createSemaphore(2);
      const events: string[] = [];
      let running = 0;
      const run = (name: string) =>
        semaphore.run(async () => {
          running += 1;
          expect(running).toBeLessThanOrEqual(2);
          events.push(name);
          await new Promise((resolve) => setTimeout(resolve, 5));
          running -= 1;
        }, whose);
      await Promise.all(['a', 'b', 'c', 'd', 'e'].map(run));
      expect(events).toEqual(['a', 'b', 'c', 'd', 'e']);
    },
  );

  test('lets those who wait take turns, however much one of them brings', async () => {
    const semaphore = createSemaphore(1);
    const first = held();
    const begun: string[] = [];
    const run = (whose: string, name: string) =>
      semaphore.run(() => Promise.resolve(begun.push(name)), call(), whose);
    const holding = semaphore.run(first.work, call(), 'many');
    const brought = ['many 1', 'many 2', 'many 3'].map((name) => run('many', name));
    expect([semaphore.ahead('many'), semaphore.ahead('few')]).toEqual([3, 1]);
    const others = [run('few', 'few 1'), run('other', 'other 1'), run('few', 'few 2')];
    const leaving = new AbortController();
    const gone = semaphore.run(() => Promise.resolve(), call(10_000, leaving.signal), 'gone');
    leaving.abort();
    first.end();
    await Promise.all([holding, ...brought, ...others]);
    expect(begun).toEqual(['many 1', 'few 1', 'other 1', 'many 2', 'few 2', 'many 3']);
    await expect(gone).rejects.toMatchObject({ code: 'cancelled' });
    expect(semaphore.isFree()).toBe(true);
  });

  test('gets the permit of work that fails back, waiting or not', async () => {
    const semaphore = createSemaphore(1);
    const fail = () => semaphore.run(() => Promise.reject(new Error('no')), call(1_000));
    for (const { status } of await Promise.allSettled([fail(), fail()])) expect(status).toBe('rejected');
    await expect(semaphore.run(() => Promise.resolve('yes'), call(1_000))).resolves.toBe('yes');
  });

  test('never begins work whose caller left or whose deadline passed, and serves the others', async () => {
    const semaphore = createSemaphore(1);
    const first = held();
    const holding = semaphore.run(first.work, call());
    const leaving = new AbortController();
    const begun: string[] = [];
    const begin = (name: string) => () => Promise.resolve(begun.push(name));
    const late = semaphore.run(begin('late'), call(20));
    const gone = semaphore.run(begin('gone'), call(10_000, leaving.signal));
    const neverCame = semaphore.run(begin('never'), call(10_000, AbortSignal.abort()));
    const patient = semaphore.run(begin('patient'), call());
    leaving.abort();

    expect(await Promise.allSettled([late, gone, neverCame])).toMatchObject([
      { status: 'rejected', reason: { code: 'deadline_exceeded' } },
      { status: 'rejected', reason: { code: 'cancelled' } },
      { status: 'rejected', reason: { code: 'cancelled' } },
    ]);
    first.end();
    await Promise.all([holding, patient]);
    expect(begun).toEqual(['patient']);
  });

  test('says to whom it is that waited too long', async () => {
    const late = (whose: string) => new AppError('overloaded', `${whose} waited too long`);
    const semaphore = createSemaphore(1, { late });
    const first = held();
    const holding = semaphore.run(first.work, call());
    await expect(semaphore.run(() => 'never', call(20), 'Ada')).rejects.toThrow('Ada waited too long');
    first.end();
    await holding;
  });

  test('keeps the permit of work that has begun although its caller left', async () => {
    const semaphore = createSemaphore(1);
    const leaving = new AbortController();
    const first = held();
    const holding = semaphore.run(first.work, call(10_000, leaving.signal));
    leaving.abort();
    const next = semaphore.run(() => 'next', call());
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(semaphore.isFree()).toBe(false);
    first.end();
    await holding;
    await expect(next).resolves.toBe('next');
  });

  test('refuses who comes when too many wait; one who left makes room', async () => {
    const semaphore = createSemaphore(1, { waitingMax: 1, fullMessage: 'Full.' });
    const first = held();
    const holding = semaphore.run(first.work);
    const leaving = new AbortController();
    const waiting = semaphore.run(() => 'waited', call(10_000, leaving.signal));
    await expect(semaphore.run(() => 'refused')).rejects.toMatchObject({
      code: 'overloaded',
      message: 'Full.',
    });
    leaving.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    const second = semaphore.run(() => 'second');
    first.end();
    await holding;
    await expect(second).resolves.toBe('second');
  });
});

describe('work on many items', () => {
  test('answers in the order of the items, and never runs more at once than allowed', async () => {
    let running = 0;
    const doubled = await mapConcurrently([3, 1, 2], 2, async (item) => {
      running += 1;
      expect(running).toBeLessThanOrEqual(2);
      await new Promise((resolve) => setTimeout(resolve, item));
      running -= 1;
      return 2 * item;
    });
    expect(doubled).toEqual([6, 2, 4]);
  });

  test('begins nothing after a failure, and waits for what has begun', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const failing = mapConcurrently([0, 1, 2, 3], 2, async (item) => {
      begun.push(item);
      if (item === 0) throw new Error('no');
      await new Promise((resolve) => setTimeout(resolve, 10));
      ended.push(item);
    });
    await expect(failing).rejects.toThrow('no');
    expect({ begun, ended }).toEqual({ begun: [0, 1], ended: [1] });
  });
});
