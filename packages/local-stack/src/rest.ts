/** Shares of an interval in which the thread works. */
const BUSY_SHARE = 0.2;
const IDLE_SHARE = 0.05;
/** Idle intervals after which every thread that waits for more work has ended. */
const IDLE_INTERVALS = 4;

export interface RestSteps {
  collects: boolean;
  givesBack: boolean;
}

const NOTHING: RestSteps = { collects: false, givesBack: false };

/** What is due when a thread comes to rest: garbage is collected once, and free memory given back a few times. */
export class Rest {
  /** The start is a busy time. */
  #idleIntervals = 0;

  /** @param workingShare of the interval that has just ended */
  stepsAfter(workingShare: number): RestSteps {
    if (workingShare >= BUSY_SHARE) this.#idleIntervals = 0;
    if (workingShare >= IDLE_SHARE || this.#idleIntervals === IDLE_INTERVALS) return NOTHING;
    this.#idleIntervals += 1;
    return { collects: this.#idleIntervals === 1, givesBack: true };
  }
}
