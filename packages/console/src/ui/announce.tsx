import { createStore } from '../api/store.js';

const SHOWN_MS = 4_000;

/** What is said at the moment, and the how-manieth announcement it is. */
const said = createStore({ words: '', number: 0 });

/** Says something at the foot of the page for a moment; people who hear the page hear it. */
export function announce(words: string): void {
  const number = said.get().number + 1;
  said.set({ words, number });
  setTimeout(() => said.get().number === number && said.set({ words: '', number }), SHOWN_MS);
}

/**
 * A dialog over the page silences everything outside of it, so each dialog has an announcer of its own, and the page's own is
 * hidden meanwhile.
 */
export function Announcer() {
  const { words, number } = said.use();
  return (
    <div role="status" className="announcer">
      {words !== '' && <p key={number}>{words}</p>}
    </div>
  );
}
