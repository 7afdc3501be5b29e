import { useEffect, useState, useSyncExternalStore } from 'react';

/** A value outside of the components, which follow it with `use`. */
export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = (): Value => value;
  const set = (changed: Value): void => {
    value = changed;
    for (const listener of listeners) listener();
  };
  return { get, set, use: () => useSyncExternalStore(subscribe, get) };
}

interface Loaded<Value> {
  /** Of this subject. */
  value: Value | null;
  /** Of this subject, or of the one before while this one is loaded. */
  latest: Value | null;
  error: unknown;
}

/**
 * What `load` gives, for one component.
 * @param subject - what matters of what `load` uses: another one loads again; null loads nothing
 */
export function useLoaded<Value>(
  subject: string | null,
  load: (signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const [settled, setSettled] = useState<{ subject: string | null; latest: Value | null; error: unknown }>({
    subject: null,
    latest: null,
    error: null,
  });
  useEffect(() => {
    if (subject === null) return;
    const left = new AbortController();
    load(left.signal).then(
      (latest) => !left.signal.aborted && setSettled({ subject, latest, error: null }),
      (error: unknown) => !left.signal.aborted && setSettled(({ latest }) => ({ subject, latest, error })),
    );
    return () => left.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the subject says what matters
  }, [subject]);
  const { latest } = settled;
  const isSettled = subject !== null && settled.subject === subject;
  return {
    latest,
    value: isSettled && settled.error === null ? latest : null,
    error: isSettled ? settled.error : null,
  };
}
