import { useEffect } from 'react';
import { client } from './client.js';
import { explainFailure, type Failure } from './failure.js';
import { createStore } from './store.js';

/** Plan, credits and prices. */
export const account = createReadStore(async () => {
  const [usage, pricing] = await Promise.all([client().usage(), client().pricing()]);
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
export const collection = createReadStore(async () => (await client().collection()).data);

/** The collection of the person's own images; null where the key may not add any. */
export function useOwnSource(): string | null {
  return collection.use().value?.uploads ?? null;
}

interface Read<Value> {
  /** Null until it is known. */
  value: Value | null;
  /** Why the last reading failed; what was known stays. */
  failure: Failure | null;
  isLoading: boolean;
}

/** Read when it is used first, and again by `read`. */
function createReadStore<Value>(ask: () => Promise<Value>) {
  const store = createStore<Read<Value>>({ value: null, failure: null, isLoading: false });
  const read = async (): Promise<void> => {
    // Several components ask at the same time.
    if (store.get().isLoading) return;
    store.set({ ...store.get(), isLoading: true });
    const outcome = await ask().then(
      (value) => ({ value, failure: null }),
      (error: unknown) => ({ failure: explainFailure(error) }),
    );
    store.set({ ...store.get(), ...outcome, isLoading: false });
  };
  const use = (): Read<Value> => {
    const current = store.use();
    useEffect(() => {
      const { value, failure } = store.get();
      if (value === null && failure === null) void read();
    }, []);
    return current;
  };
  return { ...store, read, use };
}
