import type { ImageSearch } from '@imagesearch/sdk';
import { useEffect } from 'react';
import { clientFor } from './client.js';
import { explainFailure, type Failure } from './failure.js';
import { createStore } from './store.js';

/** Plan, credits and prices. */
export const account = createReadStore(async (client) => {
  const [usage, pricing] = await Promise.all([client.usage(), client.pricing()]);
  return { usage: usage.data, pricing: pricing.data };
});

/** An answer says what is left after it. */
export function creditsLeft(remaining: number | null): void {
  const known = account.get();
  if (!known.value || remaining === null) return;
  const { usage } = known.value;
  const value = { ...known.value, usage: { ...usage, credits: { ...usage.credits, remaining } } };
  account.set({ ...known, value });
}

/** What there is to search. The page works without it. */
export const collection = createReadStore(async (client) => (await client.collection()).data);

/** The collection of the person's own images, without reading it; null where the key may not add any. */
export function useOwnSource(): string | null {
  return collection.use().value?.uploads ?? null;
}

interface Read<Value> {
  apiKey: string | null;
  /** Null until it is known. */
  value: Value | null;
  /** Why the last reading failed; what was known stays. */
  failure: Failure | null;
  isLoading: boolean;
}

/** Read once for a key, and again by `read`. */
function createReadStore<Value>(ask: (client: ImageSearch) => Promise<Value>) {
  const nothing: Read<Value> = { apiKey: null, value: null, failure: null, isLoading: false };
  const store = createStore(nothing);
  const read = async (apiKey: string): Promise<void> => {
    const known = store.get();
    // Several components ask at the same time.
    if (known.apiKey === apiKey && known.isLoading) return;
    store.set({ ...(known.apiKey === apiKey ? known : nothing), apiKey, isLoading: true });
    const outcome = await ask(clientFor(apiKey)).then(
      (value) => ({ value, failure: null }),
      (error: unknown) => ({ failure: explainFailure(error) }),
    );
    // An answer for a key that is used no more is dropped.
    if (store.get().apiKey === apiKey) store.set({ ...store.get(), ...outcome, isLoading: false });
  };
  const useFor = (apiKey: string): Read<Value> => {
    useEffect(() => {
      if (store.get().apiKey !== apiKey) void read(apiKey);
    }, [apiKey]);
    const current = store.use();
    return current.apiKey === apiKey ? current : nothing;
  };
  return { ...store, read, useFor };
}
