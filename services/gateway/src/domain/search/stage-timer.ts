import type { Stage } from './result.js';

/** Adds up what each stage of one request took; a stage that runs twice counts twice. */
export class StageTimer {
  readonly #elapsedMs = new Map<Stage, number>();

  async time<Value>(stage: Stage, work: () => Promise<Value>): Promise<Value> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#elapsedMs.set(stage, (this.#elapsedMs.get(stage) ?? 0) + performance.now() - startedAt);
    }
  }

  /** Rounded to whole milliseconds. */
  timingMs(): Partial<Record<Stage, number>> {
    return Object.fromEntries(
      [...this.#elapsedMs].map(([stage, elapsedMs]) => [stage, Math.round(elapsedMs)]),
    );
  }
}
