import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';

/** A number of places; whoever finds none waits in line until one is free, the caller goes away or its time is up. */
export function createSlots(slotsMax: number) {
  let free = slotsMax;
  const waiting: (() => void)[] = [];

  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return async <Result>(call: CallContext, work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await queue(waiting, call);
    try {
      return await work();
    } finally {
      release();
    }
  };
}

function queue(waiting: (() => void)[], { signal, deadlineAt }: CallContext): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (error: AppError): void => {
      waiting.splice(waiting.indexOf(enter), 1);
      settle();
      reject(error);
    };
    const enter = (): void => {
      settle();
      resolve();
    };
    const cancelled = (): void => leave(new AppError('cancelled', 'The request was cancelled.'));
    const timer = setTimeout(
      () => leave(new AppError('deadline_exceeded', 'No place was free in time.')),
      Math.max(0, deadlineAt - Date.now()),
    );
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancelled);
    };
    waiting.push(enter);
    signal.addEventListener('abort', cancelled, { once: true });
    if (signal.aborted) cancelled();
  });
}
