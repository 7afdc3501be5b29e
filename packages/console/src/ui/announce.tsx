import { useEffect, useState, useSyncExternalStore } from 'react';
import './announce.css';

interface Announcement {
  words: string;
  number: number;
}

const SHOWN_MS = 4_000;

let latest: Announcement = { words: '', number: 0 };
const listeners = new Set<() => void>();

/** Says something at the foot of the page for a moment; people who hear the page hear it. */
export function announce(words: string): void {
  latest = { words, number: latest.number + 1 };
  for (const listener of listeners) listener();
}

export function Announcer() {
  const { words, number } = useSyncExternalStore(subscribe, () => latest);
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(number), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [number]);
  return (
    <div role="status" className="announcer">
      {number > seen && <p key={number}>{words}</p>}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
