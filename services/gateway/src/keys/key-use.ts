import type { Logger } from '@imagesearch/service-kit/logging';

const WRITE_INTERVAL_MS = 60_000;

/** Writes when keys were last used. */
export interface KeyUseStore {
  noteUse(lastUsed: ReadonlyMap<string, Date>): Promise<void>;
}

/** Notes the use of keys, and writes what it noted once a minute in one statement, never once a request. */
export class KeyUse {
  readonly #store: KeyUseStore;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  #noted = new Map<string, Date>();

  constructor(store: KeyUseStore, logger: Logger, intervalMs = WRITE_INTERVAL_MS) {
    this.#store = store;
    this.#logger = logger;
    this.#timer = setInterval(() => void this.#write(), intervalMs);
    this.#timer.unref();
  }

  note(keyId: string): void {
    this.#noted.set(keyId, new Date());
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  /** What cannot be written is kept for the next time, unless the key was used again since. */
  async #write(): Promise<void> {
    const noted = this.#noted;
    if (noted.size === 0) return;
    this.#noted = new Map();
    try {
      await this.#store.noteUse(noted);
    } catch (error) {
      this.#logger.warn({ err: error }, 'the last use of keys was not written');
      this.#noted = new Map([...noted, ...this.#noted]);
    }
  }
}
