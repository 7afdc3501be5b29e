import { ProcessWindows, type Granted, type ProcessWindowsOptions } from './process-windows.js';

/** What Redis is to be told of one account. */
export interface Owed extends Granted {
  /** Slots to be freed. */
  released: string[];
}

/** What happened while Redis was away and it has to be told, so that its windows forget nothing. */
export class UnreportedRequests {
  readonly #options: ProcessWindowsOptions;
  #granted: ProcessWindows;
  #released = new Map<string, string[]>();
  /** Taken out of the two above, and not yet told. */
  #due: Owed[] = [];

  constructor(options: ProcessWindowsOptions) {
    this.#options = options;
    this.#granted = new ProcessWindows(options);
  }

  /** A request was granted without Redis. */
  note(accountId: string, leaseId: string): void {
    this.#granted.note(accountId, leaseId);
  }

  /** A slot is free that Redis may believe taken. */
  release(accountId: string, leaseId: string): void {
    this.#granted.release(accountId, leaseId);
    const released = this.#released.get(accountId);
    if (released) released.push(leaseId);
    else this.#released.set(accountId, [leaseId]);
  }

  /** All that counts is owed again, to a Redis that has lost it. */
  owe(granted: readonly Granted[]): void {
    this.#forget();
    this.#due = granted.map((account) => ({ ...account, released: [] }));
  }

  /** So many accounts, the longest owed first; they stay owed until `told`. */
  next(accountsMax: number): Owed[] {
    if (this.#due.length === 0) {
      this.#due = this.#granted.granted().map((account) => ({
        ...account,
        released: this.#released.get(account.accountId) ?? [],
      }));
      const granted = new Set(this.#due.map(({ accountId }) => accountId));
      for (const [accountId, released] of this.#released)
        if (!granted.has(accountId)) this.#due.push({ accountId, rates: [], leases: [], released });
      this.#forget();
    }
    return this.#due.slice(0, accountsMax);
  }

  told(accounts: number): void {
    this.#due.splice(0, accounts);
  }

  #forget(): void {
    this.#granted = new ProcessWindows(this.#options);
    this.#released = new Map();
  }
}
