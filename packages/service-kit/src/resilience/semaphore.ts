import { cancelled, type CallContext } from '../call-context.js';
import { AppError } from '../errors.js';

/** Ends a caller's wait. */
export type WaitLimit = Pick<CallContext, 'signal' | 'deadlineAt'>;

/** Bounds how much runs at once. Those who wait take turns; the work of one starts in the order of its arrival. */
export interface Semaphore {
  /** True when new work would start without waiting. */
  isFree(): boolean;
  /**
   * With a call, waiting ends when the call does. Started work keeps its permit until it ends.
   * @param whose Whose turn it takes; all work is of one unless it is named.
   * @throws AppError `overloaded` when the queue is full; `cancelled` or `deadline_exceeded` while it waits.
   */
  run<Result>(work: () => Result | Promise<Result>, call?: WaitLimit, whose?: string): Promise<Result>;
  /** How much of what waits may start before new work of this one. */
  ahead(whose: string): number;
}

export interface SemaphoreOptions {
  /** Callers that may wait; the next one is refused as `overloaded`. */
  waitingMax?: number;
  fullMessage?: string;
  /** What a caller gets whose deadline passes while it waits. */
  late?: (whose: string) => AppError;
  /** Called with each change of the number of waiting callers. */
  onWaiting?: (waiting: number) => void;
  /** Called when work starts, with its wait, which is 0 while a permit is free. */
  onStart?: (waitedMs: number) => void;
}

export function createSemaphore(permits: number, options: SemaphoreOptions = {}): Semaphore {
  const { waitingMax = Infinity, fullMessage = 'Too much is waiting; try again shortly.' } = options;
  let free = permits;
  const turns = new Turns();
  return {
    isFree: () => free > 0,
    ahead: (whose) => turns.ahead(whose),
    run: async (work, call, whose = '') => {
      if (call?.signal.aborted === true) throw cancelled();
      if (free > 0) {
        free -= 1;
        options.onStart?.(0);
      } else {
        if (turns.waiting >= waitingMax) throw new AppError('overloaded', fullMessage);
        await permitAmong(turns, whose, options, call);
      }
      try {
        return await work();
      } finally {
        if (!turns.next()) free += 1;
      }
    },
  };
}

/** Those who wait, and in which order they go. Each of their functions hands its caller a permit. */
class Turns {
  readonly #queues = new Map<string, Set<() => void>>();
  waiting = 0;

  add(whose: string, begin: () => void): void {
    const queue = this.#queues.get(whose) ?? new Set();
    this.#queues.set(whose, queue.add(begin));
    this.waiting += 1;
  }

  leave(whose: string, begin: () => void): void {
    const queue = this.#queues.get(whose);
    if (queue?.delete(begin) !== true) return;
    this.waiting -= 1;
    if (queue.size === 0) this.#queues.delete(whose);
  }

  /** Begins the first work of the one whose turn it is, who is then the last. @returns false when nobody waits. */
  next(): boolean {
    const [turn] = this.#queues;
    if (turn === undefined) return false;
    const [whose, queue] = turn;
    const [begin] = queue;
    this.#queues.delete(whose);
    this.#queues.set(whose, queue);
    // It leaves the queue by itself.
    begin?.();
    return true;
  }

  ahead(whose: string): number {
    const own = this.#queues.get(whose)?.size ?? 0;
    const sizes = [...this.#queues.values()].map(({ size }) => Math.min(size, own + 1));
    return sizes.reduce((sum, size) => sum + size, 0);
  }
}

/** Node clamps a longer timer to 1 ms. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Waits behind the others. @throws AppError when the call ends before. */
function permitAmong(
  turns: Turns,
  whose: string,
  { onWaiting, onStart, late = noPermit }: SemaphoreOptions,
  call?: WaitLimit,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const leave = (error?: AppError): void => {
      turns.leave(whose, begin);
      onWaiting?.(turns.waiting);
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
    const timer = call && setTimeout(() => leave(late(whose)), leftMs);
    call?.signal.addEventListener('abort', abort, { once: true });
    turns.add(whose, begin);
    onWaiting?.(turns.waiting);
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
