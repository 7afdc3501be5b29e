import type { Logger } from '../logging.js';

interface Phase {
  name: string;
  timeoutMs: number;
  close: () => Promise<void> | void;
}

/** Long enough for a request in flight, and short within an orchestrator's usual grace period of 30 s. */
const PHASE_TIMEOUT_MS = 5_000;

/** Closes in reverse order. A phase that fails or exceeds its timeout is logged, and the others still close. */
export class Lifecycle {
  readonly #phases: Phase[] = [];
  readonly #logger: Logger;
  #closing: Promise<void> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** What is opened while the others are closed is closed at once. */
  onClose(name: string, close: Phase['close'], timeoutMs = PHASE_TIMEOUT_MS): void {
    const phase = { name, close, timeoutMs };
    if (this.#closing === undefined) this.#phases.push(phase);
    else void this.#closeOne(phase);
  }

  /** Closes every phase, the last one first. A second call waits for the first. Never rejects. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const phase of this.#phases.reverse()) await this.#closeOne(phase);
  }

  async #closeOne(phase: Phase): Promise<void> {
    try {
      await withTimeout(Promise.resolve(phase.close()), phase);
    } catch (error) {
      this.#logger.error({ err: error, phase: phase.name }, 'a part did not close cleanly');
    }
  }
}

async function withTimeout(work: Promise<void>, { name, timeoutMs }: Phase): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overrun = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not close within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([work, overrun]);
  } finally {
    clearTimeout(timer);
  }
}
