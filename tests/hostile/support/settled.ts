import { setTimeout as sleep } from 'node:timers/promises';
import type { Footprint } from './footprint.js';
import type { HostileGateway } from './hostile-gateway.js';

/** After which an attack that ended must have left nothing behind. */
const SETTLED_MS = 15_000;
/** Connections between the services and of the database come and go. */
const DESCRIPTORS_TOLERANCE = 10;
/** What a process that has been busy keeps of its heap. */
const GROWTH_MIB_MAX = 150;

/** Waits until the gateway holds again what it held before. @throws when that takes longer than 15 s. */
export async function settled(gateway: HostileGateway, before: Footprint): Promise<Footprint> {
  const givenUpAt = Date.now() + SETTLED_MS;
  for (;;) {
    const now = await gateway.footprint();
    const isBack =
      now.descriptors <= before.descriptors + DESCRIPTORS_TOLERANCE &&
      now.residentMib <= before.residentMib + GROWTH_MIB_MAX;
    if (isBack) return now;
    if (Date.now() > givenUpAt) {
      throw new Error(`the gateway held ${JSON.stringify(before)} and holds ${JSON.stringify(now)}`);
    }
    await sleep(250);
  }
}
