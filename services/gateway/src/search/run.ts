import type { CallContext } from '@imagesearch/service-kit/call-context';
import { inChildSpan } from '@imagesearch/service-kit/telemetry/spans';
import type { Envelope } from './envelope.js';

type Timings = Envelope['timing_ms'];
type Stage = keyof Timings;

/** One run of the stages: its deadline, and what each stage took. */
export class SearchRun {
  readonly call: CallContext;
  readonly #elapsedMs = new Map<Stage, number>();

  constructor(call: CallContext) {
    this.call = call;
  }

  /** A stage that runs twice counts twice. */
  async time<Value>(stage: Stage, work: () => Promise<Value>): Promise<Value> {
    const startedAt = performance.now();
    try {
      return await inChildSpan(`search ${stage}`, {}, work);
    } finally {
      const elapsedMs = performance.now() - startedAt;
      this.#elapsedMs.set(stage, (this.#elapsedMs.get(stage) ?? 0) + elapsedMs);
    }
  }

  /** Rounded to whole milliseconds. */
  timingMs(): Timings {
    const timings: Timings = { retrieve: 0 };
    for (const [stage, elapsedMs] of this.#elapsedMs) timings[stage] = Math.round(elapsedMs);
    return timings;
  }
}
