/** Weight of the latest measurement in the moving average. */
const LATEST_SHARE = 0.3;

/** Estimates how long a run takes from earlier runs: a moving average of milliseconds per token, padding included. */
export class RunTimeEstimate {
  #msPerToken: number | undefined;

  observe(tokens: number, elapsedMs: number): void {
    const latest = elapsedMs / tokens;
    this.#msPerToken =
      this.#msPerToken === undefined ? latest : LATEST_SHARE * latest + (1 - LATEST_SHARE) * this.#msPerToken;
  }

  /** 0 before the first run. */
  expectedMs(tokens: number): number {
    return (this.#msPerToken ?? 0) * tokens;
  }
}
