/** Shares of an interval in which the thread works. */
const BUSY_SHARE = 0.2;
const IDLE_SHARE = 0.05;
/** Idle intervals after which every thread that waits for more work has ended. */
const IDLE_INTERVALS = 4;

interface Steps {
  collects: boolean;
  givesBack: boolean;
}

const NOTHING: Steps = { collects: false, givesBack: false };

/** What is due when a thread becomes idle: garbage is collected once, and free memory is given back a few times. */
export class IdleSteps {
  /** The start is a busy time. */
  #idleIntervals = 0;

  /** @param workingShare of the interval that has just ended */
  after(workingShare: number): Steps {
    if (workingShare >= BUSY_SHARE) this.#idleIntervals = 0;
    if (workingShare >= IDLE_SHARE || this.#idleIntervals === IDLE_INTERVALS) return NOTHING;
    this.#idleIntervals += 1;
    return { collects: this.#idleIntervals === 1, givesBack: true };
  }
}
