import type { Account } from '../accounts/account.js';
import type { Scope } from './scope.js';

/** A key that works, and whose it is. */
export interface LiveKey {
  id: string;
  account: Account;
  scopes: readonly Scope[];
  /** When it stops working by itself; null for never. */
  expiresAt: Date | null;
}
