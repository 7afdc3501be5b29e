import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 200;
const TIMEOUT_MS = 20_000;
const SUBJECTS = ['red ball', 'green box', 'striped flag', 'blue ball', 'painted ball', 'long banner'];

/** Another account, which only searches: one search after the other, each timed. */
export class Victim {
  readonly #url: string;
  readonly #key: string;
  #tookMs: number[] = [];
  #statuses = new Map<string, number>();
  #asked = 0;

  constructor(port: number, key: string) {
    this.#url = `http://127.0.0.1:${port}/v1/search`;
    this.#key = key;
  }

  async search(): Promise<void> {
    this.#asked += 1;
    // Every query is new to the cache of vectors.
    const query = `${SUBJECTS[this.#asked % SUBJECTS.length] ?? ''} number ${this.#asked}`;
    const startedAt = performance.now();
    const status = await fetch(this.#url, {
      method: 'POST',
      headers: { 'X-API-Key': this.#key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, k: 5 }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return String(response.status);
      },
      () => 'none',
    );
    this.#tookMs.push(performance.now() - startedAt);
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  async searchFor(runMs: number): Promise<void> {
    const endsAt = Date.now() + runMs;
    while (Date.now() < endsAt) {
      await this.search();
      await sleep(PAUSE_MS);
    }
  }

  forget(): void {
    this.#tookMs = [];
    this.#statuses.clear();
  }

  report() {
    const sorted = this.#tookMs.toSorted((a, b) => a - b);
    const at = (part: number): number =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
    return {
      searches: sorted.length,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      maxMs: at(1),
      statuses: [...this.#statuses].map(([status, count]) => `${status}×${count}`).join(' '),
    };
  }
}
