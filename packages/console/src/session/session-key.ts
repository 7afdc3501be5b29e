import { useSyncExternalStore } from 'react';

/** The API key lives as long as the tab: in session storage, never in an address that is kept. */
const NAME = 'image-search-key';
const CHANGED = 'key-changed';

/** Takes the key from the fragment of a link (`#key=…`), and removes the fragment from the address and the history. */
export function takeKeyFromFragment(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (key !== '') keepKey(key);
}

export function keepKey(key: string): void {
  sessionStorage.setItem(NAME, key.trim());
  dispatchEvent(new Event(CHANGED));
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
  dispatchEvent(new Event(CHANGED));
}

export function useKey(): string | null {
  return useSyncExternalStore(subscribe, () => sessionStorage.getItem(NAME));
}

function subscribe(onChange: () => void): () => void {
  addEventListener(CHANGED, onChange);
  return () => removeEventListener(CHANGED, onChange);
}
