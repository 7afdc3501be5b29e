/** What one session may spend. A search holds the most that it may cost until its charge is known. */
export class CreditBudget {
  /** Null without a bound. */
  readonly max: number | null;
  #spent = 0;
  #held = 0;

  constructor(max: number | null) {
    this.max = max;
  }

  /** Credits charged in this session. */
  get spent(): number {
    return this.#spent;
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
