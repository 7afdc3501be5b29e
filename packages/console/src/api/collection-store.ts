import { useEffect, useSyncExternalStore } from 'react';
import { clientFor } from './client.js';
import type { Collection } from './types.js';

let known: { apiKey: string; collection: Collection | null } | null = null;
let reading: string | null = null;
const listeners = new Set<() => void>();

/** What there is to search; read once for a key, and again by `readCollection`. Null until it is known: the page works without. */
export function useCollection(apiKey: string): Collection | null {
  useEffect(() => {
    if (known?.apiKey !== apiKey) void readCollection(apiKey);
  }, [apiKey]);
  const current = useSyncExternalStore(subscribe, () => known);
  return current?.apiKey === apiKey ? current.collection : null;
}

/** The collection of the person's own images, without reading it; null where the key may not add any. */
export function useOwnSource(): string | null {
  return useSyncExternalStore(subscribe, () => known?.collection?.uploads ?? null);
}

export async function readCollection(apiKey: string): Promise<void> {
  // The header and the start page ask at the same time.
  if (reading === apiKey) return;
  reading = apiKey;
  if (known?.apiKey !== apiKey) set({ apiKey, collection: null });
  try {
    const { data } = await clientFor(apiKey).collection();
    // An answer for a key that is used no more is dropped.
    if (known?.apiKey === apiKey) set({ apiKey, collection: data });
  } catch {
    // What was known stays.
  } finally {
    if (reading === apiKey) reading = null;
  }
}

function set(changed: typeof known): void {
  known = changed;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
