export const nextTurn = (): Promise<unknown> => new Promise(setImmediate);

/** @param during what else happens, by turn of the event loop */
export async function workFor(turns: number, during: (turn: number) => void): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    during(turn);
    keepBusy(WORK_MS);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Of each turn. */
const WORK_MS = 10;

/** Blocks the thread. */
export function keepBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
