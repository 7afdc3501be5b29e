import { setTimeout as sleep } from 'node:timers/promises';

interface RoundsOptions {
  /** Between the end of a round and the next one. */
  intervalMs: number;
  /** A round that failed; the next one is made all the same. */
  onFailure: (error: unknown) => void;
}

/** Does the work at once and then again and again. @returns stops it, and waits for the round under way. */
export function startRounds(
  work: (signal: AbortSignal) => Promise<void>,
  { intervalMs, onFailure }: RoundsOptions,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rounds = async (): Promise<void> => {
    while (!signal.aborted) {
      await work(signal).catch((error: unknown) => {
        if (!signal.aborted) onFailure(error);
      });
      await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const ended = rounds();
  return () => {
    stopping.abort();
    return ended;
  };
}
