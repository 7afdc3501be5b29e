import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openGiveBackMemory } from './give-back-memory.js';
import { IdleSteps } from './idle-steps.js';

const INTERVAL_MS = 5_000;

/**
 * Collects garbage once after each busy time, and gives free memory back to the system while the threads of that time end. V8
 * and the C library keep what is free until something needs its room, and after a start or an ingestion nothing does. Other
 * programs share the machine.
 * @returns a function that ends it.
 */
export async function collectWhenIdle(): Promise<() => void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const giveBack = await openGiveBackMemory();
  const steps = new IdleSteps();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { collects, givesBack } = steps.after(utilization);
    if (collects) collect();
    if (givesBack) void giveBack();
  }, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
