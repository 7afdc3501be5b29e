import type { Logger } from '../logging.js';

interface Phase {
  name: string;
  timeoutMs: number;
  close: () => Promise<void> | void;
}

/** Long enough for a request in flight, short enough for an orchestrator's usual 30 s of grace. */
const PHASE_TIMEOUT_MS = 5_000;

/**
 * What was started, closed in reverse. A phase that fails or overruns its time is logged and passed over,
 * so that one stuck part never keeps the others from closing.
 */
export class Lifecycle {
  readonly #phases: Phase[] = [];
  readonly #logger: Logger;
  #closing: Promise<void> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Registers how to undo what has just been started. */
  onClose(name: string, close: Phase['close'], timeoutMs = PHASE_TIMEOUT_MS): void {
    this.#phases.push({ name, close, timeoutMs });
  }

  /** Closes every phase, the last started first; calling it again waits for the first call. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const phase of this.#phases.reverse()) {
      try {
        await withTimeout(Promise.resolve(phase.close()), phase);
      } catch (error) {
        this.#logger.error({ err: error, phase: phase.name }, 'a part did not close cleanly');
      }
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
