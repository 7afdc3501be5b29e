import type { Account } from '../accounts/account.js';
import type { Scope } from './scope.js';

export interface LiveKey {
  id: string;
  account: Account;
  scopes: readonly Scope[];
  /** Null for a key that never expires. */
  expiresAt: Date | null;
}
