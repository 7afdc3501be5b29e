import type { Logger } from '@imagesearch/service-kit/logging';

const WRITE_INTERVAL_MS = 60_000;

export interface KeyUsageRecorderStore {
  saveLastUsed(lastUsed: ReadonlyMap<string, Date>): Promise<void>;
}

/** Collects the use of keys and writes it once a minute in one statement, instead of once per request. */
export class KeyUsageRecorder {
  readonly #store: KeyUsageRecorderStore;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  #recorded = new Map<string, Date>();

  constructor(store: KeyUsageRecorderStore, logger: Logger, intervalMs = WRITE_INTERVAL_MS) {
    this.#store = store;
    this.#logger = logger;
    this.#timer = setInterval(() => void this.#write(), intervalMs);
    this.#timer.unref();
  }

  record(keyId: string): void {
    this.#recorded.set(keyId, new Date());
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  /** What cannot be written stays for the next write, unless the key was used again since. */
  async #write(): Promise<void> {
    const recorded = this.#recorded;
    if (recorded.size === 0) return;
    this.#recorded = new Map();
    try {
      await this.#store.saveLastUsed(recorded);
    } catch (error) {
      this.#logger.warn({ err: error }, 'the last use of keys was not written');
      this.#recorded = new Map([...recorded, ...this.#recorded]);
    }
  }
}
