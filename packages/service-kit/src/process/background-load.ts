import { ReplicaNotReady } from '../errors.js';
import type { Logger } from '../logging.js';

export interface BackgroundLoadOptions<T> {
  /** Name for error messages, such as "the image tower". */
  what: string;
  /** Loads the value; reports progress through `report` and stops soon after the signal fires. */
  load: (report: (detail: string) => void, signal: AbortSignal) => Promise<T>;
  unload: (loaded: T) => Promise<void> | void;
  logger: Logger;
}

/** Loads something slow, such as a model, while the service already listens. */
export class BackgroundLoad<T> {
  readonly #options: BackgroundLoadOptions<T>;
  readonly #abort = new AbortController();
  #loading: Promise<T> | undefined;
  #loaded: { value: T } | undefined;
  #detail = 'not started';

  constructor(options: BackgroundLoadOptions<T>) {
    this.#options = options;
  }

  /** Starts loading; resolves when loaded. A second call waits for the first. @throws the error of `load`. */
  start(): Promise<T> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Progress, or the reason of a failure; empty once loaded. */
  get detail(): string {
    return this.#detail;
  }

  get ready(): boolean {
    return this.#loaded !== undefined;
  }

  /** @throws ReplicaNotReady until it is loaded. */
  get(): T {
    if (this.#loaded) return this.#loaded.value;
    throw new ReplicaNotReady(`${this.#options.what} is not loaded yet: ${this.#detail}.`);
  }

  /** Stops loading, or unloads the loaded value. */
  async close(): Promise<void> {
    this.#abort.abort();
    const loaded = await this.#loading?.then(
      (value) => ({ value }),
      () => undefined,
    );
    this.#loaded = undefined;
    this.#detail = 'stopping';
    if (loaded) await this.#options.unload(loaded.value);
  }

  async #load(): Promise<T> {
    const { load, what, logger } = this.#options;
    try {
      const value = await load((detail) => (this.#detail = detail), this.#abort.signal);
      this.#loaded = { value };
      this.#detail = '';
      return value;
    } catch (error) {
      this.#detail = `failed: ${error instanceof Error ? error.message : String(error)}`;
      if (!this.#abort.signal.aborted) logger.fatal({ err: error }, `${what} could not be loaded`);
      throw error;
    }
  }
}
