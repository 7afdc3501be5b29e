import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKERS, type Target } from './attackers.js';

/** How often each part of the mix ran, and how often it could not even connect. */
export type Rounds = Record<string, { done: number; failed: number }>;

/** Attacks side by side until the parent says stop, then tells how often. */
process.once('message', (target) => void attack(target as Target));

async function attack(target: Target): Promise<void> {
  let running = true;
  process.once('message', () => (running = false));
  const { only } = target;
  const chosen = ATTACKERS.filter(({ name }) => only.includes(name));
  const rounds: Rounds = {};
  await Promise.all(
    chosen.map(async ({ name, pauseMs, round }) => {
      const counts = { done: 0, failed: 0 };
      rounds[name] = counts;
      while (running) {
        await round(target).then(
          () => (counts.done += 1),
          () => (counts.failed += 1),
        );
        await sleep(pauseMs);
      }
    }),
  );
  process.send?.(rounds, () => process.exit(0));
}
