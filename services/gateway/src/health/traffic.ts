import { setTimeout as sleep } from 'node:timers/promises';

/** Whether this gateway wants requests. */
export class Traffic {
  #isWanted = true;

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Tells load balancers to send no more; resolves when they have had time to notice. */
  async turnAway(delayMs: number): Promise<void> {
    this.#isWanted = false;
    if (delayMs > 0) await sleep(delayMs);
  }
}
