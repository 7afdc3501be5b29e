/** What one session may spend, and has spent where somebody counts it. A search holds the most that it may cost until its charge is known. */
export class CreditBudget {
  /** Null without a bound. */
  readonly max: number | null;
  readonly #isCounted: boolean;
  #spent = 0;
  #held = 0;

  /** @param isCounted False where each message of a session has a budget of its own. */
  constructor(max: number | null, isCounted = true) {
    this.max = max;
    this.#isCounted = isCounted;
  }

  /** Credits charged in this session; null where nobody counts them. */
  get spent(): number | null {
    return this.#isCounted ? this.#spent : null;
  }

  /** Credits that a further search may cost; null without a bound. */
  get remaining(): number | null {
    return this.max === null ? null : Math.max(0, this.max - this.#spent - this.#held);
  }

  /** Holds credits for a search. @returns false when the session has too few left. */
  hold(credits: number): boolean {
    if (this.remaining !== null && credits > this.remaining) return false;
    this.#held += credits;
    return true;
  }

  /** Ends a hold with what the search was charged, 0 when it failed. */
  settle(held: number, charged: number): void {
    this.#held -= held;
    this.#spent += charged;
  }
}
