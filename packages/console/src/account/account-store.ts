import { useEffect, useSyncExternalStore } from 'react';
import type { Pricing, Usage } from '../api/types.js';
import { clientFor } from '../api/client.js';
import { explainFailure, type Failure } from '../api/failure.js';

export interface Account {
  /** Whose account it is. */
  apiKey: string | null;
  usage: Usage | null;
  pricing: Pricing | null;
  failure: Failure | null;
  isLoading: boolean;
}

const NONE: Account = { apiKey: null, usage: null, pricing: null, failure: null, isLoading: false };

let account = NONE;
const listeners = new Set<() => void>();

/** Plan, credits and prices; read once for a key, and again by `readAccount`. */
export function useAccount(apiKey: string): Account {
  useEffect(() => {
    if (account.apiKey !== apiKey) void readAccount(apiKey);
  }, [apiKey]);
  return useAccountState();
}

/** The same without reading it. */
export function useAccountState(): Account {
  return useSyncExternalStore(subscribe, () => account);
}

export async function readAccount(apiKey: string): Promise<void> {
  set(account.apiKey === apiKey ? { isLoading: true } : { ...NONE, apiKey, isLoading: true });
  try {
    const client = clientFor(apiKey);
    const [usage, pricing] = await Promise.all([client.usage(), client.pricing()]);
    settle(apiKey, { usage: usage.data, pricing: pricing.data, failure: null });
  } catch (error) {
    settle(apiKey, { failure: explainFailure(error) });
  }
}

/** An answer says what is left after it. */
export function creditsLeft(remaining: number | null): void {
  const { usage } = account;
  if (usage && remaining !== null) set({ usage: { ...usage, credits: { ...usage.credits, remaining } } });
}

/** An answer for a key that is used no more is dropped. */
function settle(apiKey: string, change: Partial<Account>): void {
  if (account.apiKey === apiKey) set({ ...change, isLoading: false });
}

function set(change: Partial<Account>): void {
  account = { ...account, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
