import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const INTERVAL_MS = 5_000;
/** Shares of an interval in which this thread works. */
const BUSY_SHARE = 0.2;
const IDLE_SHARE = 0.05;

/**
 * Collects garbage once after each busy time. V8 keeps it until something needs its room, and after a start or an
 * ingestion nothing does: tens of MiB, on a machine that other programs share.
 * @returns a function that ends it.
 */
export function collectWhenIdle(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  // The start is a busy time.
  let wasBusy = true;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= BUSY_SHARE) wasBusy = true;
    if (!wasBusy || utilization >= IDLE_SHARE) return;
    wasBusy = false;
    collect();
  }, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
