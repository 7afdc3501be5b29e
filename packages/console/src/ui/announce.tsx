import { useEffect, useState, useSyncExternalStore } from 'react';

interface Announcement {
  words: string;
  number: number;
  /** Milliseconds of this page's clock. */
  at: number;
}

const SHOWN_MS = 4_000;

let latest: Announcement = { words: '', number: 0, at: -Infinity };
let openDialogs = 0;
const listeners = new Set<() => void>();

/** Says something at the foot of the page for a moment; people who hear the page hear it. */
export function announce(words: string): void {
  latest = { words, number: latest.number + 1, at: performance.now() };
  for (const listener of listeners) listener();
}

/** A dialog over the page silences everything outside of it, so each dialog has an announcer of its own. */
export function Announcer({ isInDialog = false }: { isInDialog?: boolean }) {
  const { words, number, at } = useSyncExternalStore(subscribe, () => latest);
  const dialogs = useSyncExternalStore(subscribe, () => openDialogs);
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
  setDialogs(openDialogs + 1);
  return () => setDialogs(openDialogs - 1);
}

function setDialogs(count: number): void {
  openDialogs = count;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
