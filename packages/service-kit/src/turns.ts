/** Calls back when the turn has come, at once where one is free; the function it gives ends the turn. */
export type TakeTurn = (onTurn: (endTurn: () => void) => void) => void;

/**
 * Turns at something that only so many may use at once, given in the order asked. Whoever asks for one turn at a time,
 * and asks again when it is over, gets every second turn beside another who does the same: neither can starve.
 */
export function createTurns(atOnce: number): TakeTurn {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const end = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return (onTurn) => {
    if (free === 0) {
      waiting.push(() => onTurn(end));
      return;
    }
    free -= 1;
    onTurn(end);
  };
}
