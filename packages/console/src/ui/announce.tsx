import { createStore } from '../api/store.js';
import { Button } from './button.js';

const SHOWN_MS = 4_000;
/** Long enough to read what is gone, and to reach the button. */
const SHOWN_WITH_UNDO_MS = 15_000;

interface Said {
  words: string;
  /** Takes back what the words say. */
  undo?: (() => void) | undefined;
  /** The how-manieth announcement it is. */
  number: number;
}

const said = createStore<Said>({ words: '', number: 0 });

/** Says something at the foot of the page for a moment; people who hear the page hear it. */
export function announce(words: string, undo?: () => void): void {
  const number = said.get().number + 1;
  said.set({ words, undo, number });
  const shownMs = undo === undefined ? SHOWN_MS : SHOWN_WITH_UNDO_MS;
  setTimeout(() => said.get().number === number && said.set({ words: '', number }), shownMs);
}

/**
 * A dialog over the page silences everything outside of it, so each dialog has an announcer of its own, and the page's own is
 * hidden meanwhile.
 */
export function Announcer() {
  const { words, undo, number } = said.use();
  return (
    <div role="status" className="announcer">
      {words !== '' && (
        <p key={number} className="line">
          {words}
          {undo && (
            <Button
              look="plain"
              onClick={() => {
                undo();
                announce('Undone.');
              }}
            >
              Undo
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
