import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from './requests.js';
import { Counter, type Served } from './served.js';

/** So many requests a second for that long, whatever becomes of the earlier ones. @param from Number of the first. */
export async function serveSteadily(
  send: Send,
  { perSecond, forMs, from }: { perSecond: number; forMs: number; from: number },
): Promise<Served> {
  const counter = new Counter();
  const inFlight: Promise<void>[] = [];
  const count = Math.round((perSecond * forMs) / 1_000);
  for (let sent = 0; sent < count; sent += 1) {
    inFlight.push(counter.send(send, from + sent));
    await sleep(Math.max(0, ((sent + 1) * 1_000) / perSecond - counter.elapsedMs));
  }
  await Promise.all(inFlight);
  return counter.served();
}
