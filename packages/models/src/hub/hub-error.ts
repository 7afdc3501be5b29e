/** A file could not be downloaded or read. The message names the file, the source and the reason. */
export class HubError extends Error {
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
  /** Wait that the hub asked for before a retry. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options: { isTransient: boolean; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HubError';
    this.isTransient = options.isTransient;
    this.retryAfterMs = options.retryAfterMs;
  }
}
