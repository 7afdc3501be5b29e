import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 100;
const TIMEOUT_MS = 120_000;

/** Waits for another process: the first value that is there. @throws when none comes in two minutes. */
export async function until<Value>(check: () => Promise<Value | undefined | false>): Promise<Value> {
  const givenUpAt = Date.now() + TIMEOUT_MS;
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > givenUpAt) throw new Error('it did not happen in time');
    await sleep(INTERVAL_MS);
  }
}
