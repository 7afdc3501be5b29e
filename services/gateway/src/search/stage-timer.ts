import { inChildSpan } from '@imagesearch/service-kit/telemetry/spans';
import type { Stage } from './result.js';

/** Adds up what each stage of one request took; a stage that runs twice counts twice. */
export class StageTimer {
  readonly #elapsedMs = new Map<Stage, number>();

  async time<Value>(stage: Stage, work: () => Promise<Value>): Promise<Value> {
    const startedAt = performance.now();
    try {
      return await inChildSpan(`search ${stage}`, {}, work);
    } finally {
      this.#add(stage, startedAt);
    }
  }

  /** For work that waits for nothing. */
  timeNow<Value>(stage: Stage, work: () => Value): Value {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      this.#add(stage, startedAt);
    }
  }

  #add(stage: Stage, startedAt: number): void {
    this.#elapsedMs.set(stage, (this.#elapsedMs.get(stage) ?? 0) + performance.now() - startedAt);
  }

  /** Rounded to whole milliseconds. */
  timingMs(): Partial<Record<Stage, number>> {
    return Object.fromEntries(
      [...this.#elapsedMs].map(([stage, elapsedMs]) => [stage, Math.round(elapsedMs)]),
    );
  }
}
