import pLimit from 'p-limit';
import { cancelled, type CallContext } from '../call-context.js';
import { AppError } from '../errors.js';

/** Ends a caller's wait. */
type WaitLimit = Pick<CallContext, 'signal' | 'deadlineAt'>;

/** Bounds how much runs at once. Waiting work starts in the order of its arrival. */
export interface Semaphore {
  /** True when new work would start without waiting. */
  isFree(): boolean;
  /**
   * With a call, waiting ends when the call does. Started work keeps its permit until it ends.
   * @throws AppError `overloaded` when the queue is full; `cancelled` or `deadline_exceeded` while it waits.
   */
  run<Result>(work: () => Result | Promise<Result>, call?: WaitLimit): Promise<Result>;
  /** Resolves with a function that releases the permit; the caller must call it. */
  acquire(call?: WaitLimit): Promise<() => void>;
}

export interface SemaphoreOptions {
  /** Callers that may wait; the next one is refused as `overloaded`. */
  waitingMax?: number;
  fullMessage?: string;
  lateMessage?: string;
  /** Called with each change of the number of waiting callers. */
  onWaiting?: (waiting: number) => void;
  /** Called when work starts, with its wait, which is 0 while a permit is free. */
  onStart?: (waitedMs: number) => void;
}

export function createSemaphore(permits: number, options: SemaphoreOptions = {}): Semaphore {
  const {
    waitingMax = Infinity,
    fullMessage = 'Too much is waiting; try again shortly.',
    lateMessage = 'No permit was free in time.',
    onWaiting = () => undefined,
    onStart = () => undefined,
  } = options;
  const limit = pLimit(permits);
  let waiting = 0;

  const isFree = (): boolean => limit.activeCount < permits;

  const run = async <Result>(work: () => Result | Promise<Result>, call?: WaitLimit): Promise<Result> => {
    if (call?.signal.aborted === true) throw cancelled();
    if (isFree()) {
      onStart(0);
      return limit(work);
    }
    if (waiting >= waitingMax) throw new AppError('overloaded', fullMessage);
    const change = (by: 1 | -1): void => {
      waiting += by;
      onWaiting(waiting);
    };
    const since = performance.now();
    change(1);
    return new Promise<Result>((resolve, reject) => {
      const wait = watchWait(call, lateMessage, (error) => {
        change(-1);
        reject(error);
      });
      const begin = async (): Promise<void> => {
        if (wait.hasEnded()) return;
        wait.settle();
        change(-1);
        onStart(performance.now() - since);
        // Awaited, so that the permit is kept until the work has ended.
        const result = (async () => work())();
        resolve(result);
        await result.catch(() => undefined);
      };
      void limit(begin);
    });
  };

  return {
    isFree,
    run,
    acquire: (call) =>
      new Promise((resolve, reject) => {
        run(() => new Promise<void>((release) => resolve(release)), call).catch(reject);
      }),
  };
}

/** Runs the work on every item, at most `atOnce` at a time. After a failure no further work starts, and running work is awaited. @throws the first failure. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const semaphore = createSemaphore(atOnce);
  const failures: unknown[] = [];
  const results: Result[] = [];
  const running = items.map((item, position) =>
    semaphore.run(async () => {
      if (failures.length > 0) return;
      try {
        results[position] = await work(item);
      } catch (error) {
        failures.push(error);
      }
    }),
  );
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return results;
}

/** Node clamps a longer timer to 1 ms. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Calls back when the call is cancelled or its deadline passes, unless settled before. */
function watchWait(call: WaitLimit | undefined, lateMessage: string, onEnd: (error: AppError) => void) {
  let isOver = false;
  let settle = (): void => undefined;
  if (call !== undefined) {
    const end = (error: AppError): void => {
      isOver = true;
      settle();
      onEnd(error);
    };
    const leave = (): void => end(cancelled());
    const timer = setTimeout(
      () => end(new AppError('deadline_exceeded', lateMessage)),
      Math.min(Math.max(0, call.deadlineAt - Date.now()), TIMER_MS_MAX),
    );
    settle = () => {
      clearTimeout(timer);
      call.signal.removeEventListener('abort', leave);
    };
    call.signal.addEventListener('abort', leave, { once: true });
  }
  return { hasEnded: () => isOver, settle: () => settle() };
}
