/** Share of the latest measurement in the estimate. */
const LATEST_SHARE = 0.3;

/** How long runs take, learned from those that ended: milliseconds a token, padding included. */
export class Pace {
  #msPerToken: number | undefined;

  note(tokens: number, elapsedMs: number): void {
    const latest = elapsedMs / tokens;
    this.#msPerToken =
      this.#msPerToken === undefined ? latest : LATEST_SHARE * latest + (1 - LATEST_SHARE) * this.#msPerToken;
  }

  /** 0 before the first run. */
  expectedMs(tokens: number): number {
    return (this.#msPerToken ?? 0) * tokens;
  }
}
