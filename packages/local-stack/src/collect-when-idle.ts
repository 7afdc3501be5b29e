import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openGiveBackMemory } from './give-back-memory.js';

const INTERVAL_MS = 5_000;
/** Shares of an interval in which this thread works. */
const BUSY_SHARE = 0.2;
const IDLE_SHARE = 0.05;
/** Idle intervals after which every thread that waits for more work has ended. */
const IDLE_INTERVALS = 4;

/**
 * Collects garbage once after each busy time, and gives free memory back to the system while the threads of that time end. V8
 * and the C library keep what is free until something needs its room, and after a start or an ingestion nothing does. Other programs
 * share the machine.
 * @returns a function that ends it.
 */
export async function collectWhenIdle(): Promise<() => void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const giveBack = await openGiveBackMemory();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  // The start is a busy time.
  let idleIntervals = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= BUSY_SHARE) idleIntervals = 0;
    if (utilization >= IDLE_SHARE || idleIntervals === IDLE_INTERVALS) return;
    if (idleIntervals === 0) collect();
    idleIntervals += 1;
    void giveBack();
  }, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
