import { createStore } from '../api/store.js';

/**
 * The API key lives as long as the tabs of this page: in the session storage of each, never in an address that is kept. A tab
 * asks the others for it, and all of them forget it together. A change of the key reloads the page.
 */
const NAME = 'image-search-key';
/** Null tells that the key is forgotten. */
type Message = 'which' | { key: string | null };

const key = createStore(sessionStorage.getItem(NAME));
export const useKey = key.use;

/** The key of everything that this page asks. */
export function currentKey(): string {
  const now = key.get();
  if (now === null) throw new Error('the page has no key');
  return now;
}

const tabs = new BroadcastChannel(NAME);
tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data !== 'which') set(data.key);
  else if (key.get() !== null) tell({ key: key.get() });
});

/** Takes the key from the fragment of a link (`#key=…`), and removes the fragment from the address and the history. */
export function takeKeyFromFragment(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('key');
  if (given === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (given !== '') keepKey(given);
}

takeKeyFromFragment();

/** Another tab answers within moments, unless there is none. */
const ANSWER_MS_MAX = 200;

/** Takes the key of another tab, if this one has none. */
export async function takeKeyFromOtherTab(): Promise<void> {
  if (key.get() !== null) return;
  tell('which');
  await new Promise((resolve) => {
    tabs.addEventListener('message', resolve, { once: true });
    setTimeout(resolve, ANSWER_MS_MAX);
  });
}

export function keepKey(given: string): void {
  set(given.trim());
  tell({ key: given.trim() });
}

export function forgetKey(): void {
  set(null);
  tell({ key: null });
}

function set(given: string | null): void {
  if (given === key.get()) return;
  sessionStorage.clear();
  if (given !== null) sessionStorage.setItem(NAME, given);
  key.set(given);
}

function tell(message: Message): void {
  tabs.postMessage(message);
}
