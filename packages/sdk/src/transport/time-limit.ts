export interface TimeLimit {
  signal: AbortSignal;
  /** Whether the time is up, rather than that the caller aborted. */
  isOver: () => boolean;
  /** Frees the timer and the listener. */
  end: () => void;
}

/** A signal that fires after `ms`, or together with the caller's own. */
export function timeLimit(ms: number, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, ms);
  const follow = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) follow();
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}

/** Waits. @throws the reason of the signal when it fires. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- an abort rejects with the caller's reason
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
