/** A source's API did not answer as documented. The message never holds the query, in which a key may stand. */
export class ApiError extends Error {
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}
