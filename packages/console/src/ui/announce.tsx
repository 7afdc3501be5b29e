import { useEffect, useState } from 'react';
import { createStore } from '../api/store.js';

interface Announcement {
  words: string;
  number: number;
  /** Milliseconds of this page's clock. */
  at: number;
}

const SHOWN_MS = 4_000;

const latest = createStore<Announcement>({ words: '', number: 0, at: -Infinity });
const openDialogs = createStore(0);

/** Says something at the foot of the page for a moment; people who hear the page hear it. */
export function announce(words: string): void {
  latest.set({ words, number: latest.get().number + 1, at: performance.now() });
}

/** A dialog over the page silences everything outside of it, so each dialog has an announcer of its own. */
export function Announcer({ isInDialog = false }: { isInDialog?: boolean }) {
  const { words, number, at } = latest.use();
  const dialogs = openDialogs.use();
  // A dialog that opens later does not say it once more.
  const [seen, setSeen] = useState(performance.now() - at < SHOWN_MS ? number - 1 : number);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(number), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [number]);
  if (!isInDialog && dialogs > 0) return null;
  return (
    <div role="status" className="announcer">
      {number > seen && <p key={number}>{words}</p>}
    </div>
  );
}

/** Counts the dialogs that are open. @returns the way to count one less. */
export function countDialog(): () => void {
  openDialogs.set(openDialogs.get() + 1);
  return () => openDialogs.set(openDialogs.get() - 1);
}
