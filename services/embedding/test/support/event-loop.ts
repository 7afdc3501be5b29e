export const nextTurn = (): Promise<unknown> => new Promise(setImmediate);

/** Blocks the thread. */
export function keepBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
