/** A file could not be had from where it was looked for. The message says what, where and why. */
export class HubError extends Error {
  /** Whether the same request may succeed a little later. */
  readonly isTransient: boolean;
  /** What the hub asked to wait before that. */
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
