/**
 * Runs each way once, in an order that alternates with the turn, so that none always follows another.
 * @returns what each way gave, in the order of the ways.
 */
export async function takeTurn<Result>(
  ways: readonly (() => Promise<Result>)[],
  turn: number,
): Promise<Result[]> {
  const results: Result[] = [];
  const order = [...ways.entries()];
  if (turn % 2 === 1) order.reverse();
  for (const [at, way] of order) results[at] = await way();
  return results;
}
