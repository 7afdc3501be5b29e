import { LRUCache } from 'lru-cache';

/**
 * The accounts of which this gateway has counted more, or released more, than Redis may know.
 * Their counts stay in the gateway's own limiter, so an account takes the room of its id here.
 */
export class AccountsToHandOver {
  readonly #ids: LRUCache<string, true>;

  constructor(accountsMax: number) {
    this.#ids = new LRUCache({ max: accountsMax });
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  add(accountIds: Iterable<string>): void {
    for (const id of accountIds) this.#ids.set(id, true);
  }

  /** Takes the account out. @returns whether it was there. */
  take(accountId: string): boolean {
    return this.#ids.delete(accountId);
  }

  takeSome(max: number): string[] {
    const taken: string[] = [];
    for (const id of this.#ids.keys()) {
      if (taken.length === max) break;
      taken.push(id);
    }
    for (const id of taken) this.#ids.delete(id);
    return taken;
  }
}
