import { randomBytes } from 'node:crypto';

/** Names an admission in a request that this gateway makes to itself. */
export const ADMISSION_HEADER = 'X-Handed-Admission';

const TOKEN_BYTES = 16;

/**
 * Admissions of requests that this gateway answers by a request to itself: the outer one counts towards the limits and holds
 * the place, and the first inner one of the same account needs no admission of its own.
 */
export class HandedAdmissions {
  readonly #accountIds = new Map<string, string>();

  /** @returns a secret, which works once and until `end`. */
  give(accountId: string): string {
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    this.#accountIds.set(token, accountId);
    return token;
  }

  take(token: string | undefined, accountId: string): boolean {
    return token !== undefined && this.#accountIds.get(token) === accountId && this.#accountIds.delete(token);
  }

  end(token: string): void {
    this.#accountIds.delete(token);
  }
}
