import type { Logger } from '@imagesearch/service-kit/logging';
import { sweepBlobs, type SweepDeps } from './app/sweep-blobs.js';

/** Sweeps once per interval, never two at a time. A failed sweep is logged. @returns a function that stops it. */
export function startSweeping(deps: SweepDeps, intervalMs: number, logger: Logger): () => Promise<void> {
  let running = Promise.resolve();
  let isRunning = false;
  let cursor = '';
  const sweep = async (): Promise<void> => {
    isRunning = true;
    try {
      const swept = await sweepBlobs(deps, cursor);
      cursor = swept.cursor;
      if (swept.removed > 0)
        logger.info({ contents: swept.removed }, 'removed files that no asset refers to');
    } catch (error) {
      logger.warn({ err: error }, 'files that no asset refers to could not be removed');
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => {
    if (!isRunning) running = sweep();
  }, intervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
