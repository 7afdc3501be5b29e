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

/**
 * Takes the key from the fragment of a link (`#key=…`), and removes the fragment from the address and the history. A link that
 * somebody sends must not put its key in the place of a person's own unasked: what they add then would be another account's.
 */
export async function takeKeyFromFragment(): Promise<void> {
  const given = new URLSearchParams(location.hash.slice(1)).get('key')?.trim();
  if (given === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  await takeKeyFromOtherTab();
  const own = key.get();
  const isAnother = own !== null && own !== given;
  if (given === '' || (isAnother && !confirm(REPLACES))) return;
  keepKey(given);
  // The page has read what was stored for the other key.
  if (isAnother) location.reload();
}

const REPLACES =
  'This link contains another API key. Use it in place of yours, in all tabs? Your own key is then forgotten here.';

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
