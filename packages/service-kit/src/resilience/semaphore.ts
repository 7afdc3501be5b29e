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
}

export interface SemaphoreOptions {
  /** Callers that may wait; the next one is refused as `overloaded`. */
  waitingMax?: number;
  fullMessage?: string;
  /** What a caller gets whose deadline passes while it waits. */
  late?: () => AppError;
  /** Called with each change of the number of waiting callers. */
  onWaiting?: (waiting: number) => void;
  /** Called when work starts, with its wait, which is 0 while a permit is free. */
  onStart?: (waitedMs: number) => void;
}

export function createSemaphore(permits: number, options: SemaphoreOptions = {}): Semaphore {
  const { waitingMax = Infinity, fullMessage = 'Too much is waiting; try again shortly.' } = options;
  let free = permits;
  /** Each hands its caller a permit. */
  const waiting = new Set<() => void>();
  return {
    isFree: () => free > 0,
    run: async (work, call) => {
      if (call?.signal.aborted === true) throw cancelled();
      if (free > 0) {
        free -= 1;
        options.onStart?.(0);
      } else {
        if (waiting.size >= waitingMax) throw new AppError('overloaded', fullMessage);
        await permitAmong(waiting, options, call);
      }
      try {
        return await work();
      } finally {
        const [next] = waiting;
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}

/** Node clamps a longer timer to 1 ms. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Waits behind the others. @throws AppError when the call ends before. */
function permitAmong(
  waiting: Set<() => void>,
  { onWaiting, onStart, late = noPermit }: SemaphoreOptions,
  call?: WaitLimit,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const leave = (error?: AppError): void => {
      waiting.delete(begin);
      onWaiting?.(waiting.size);
      clearTimeout(timer);
      call?.signal.removeEventListener('abort', abort);
      if (error) reject(error);
      else {
        onStart?.(performance.now() - since);
        resolve();
      }
    };
    const begin = (): void => leave();
    const abort = (): void => leave(cancelled());
    const leftMs = call && Math.min(Math.max(0, call.deadlineAt - Date.now()), TIMER_MS_MAX);
    const timer = call && setTimeout(() => leave(late()), leftMs);
    call?.signal.addEventListener('abort', abort, { once: true });
    waiting.add(begin);
    onWaiting?.(waiting.size);
  });
}

const noPermit = (): AppError => new AppError('deadline_exceeded', 'No permit was free in time.');

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
