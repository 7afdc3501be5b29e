import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 1;
/** Share of a look in which this thread works; below it is quiet. */
const QUIET_SHARE = 0.3;

/** Waits until this thread has hardly any other work, or has waited so long, or `isEnough`. */
export async function untilQuiet(waitMsMax: number, isEnough: () => boolean): Promise<void> {
  const end = performance.now() + waitMsMax;
  let share = 1;
  while (share >= QUIET_SHARE && !isEnough() && performance.now() < end) {
    const before = performance.eventLoopUtilization();
    await sleep(LOOK_MS);
    share = performance.eventLoopUtilization(before).utilization;
  }
}
