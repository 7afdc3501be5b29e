import { expect, it } from '@jest/globals';
import { startRounds } from '../../src/process/rounds.js';

it('rounds go on after one that fails, and end with the one under way', async () => {
  const failures: unknown[] = [];
  let begun = 0;
  let ended = 0;
  let third = (): void => undefined;
  const reached = new Promise<void>((resolve) => (third = resolve));
  const work = async (signal: AbortSignal): Promise<void> => {
    begun += 1;
    if (begun < 3) throw new Error(`round ${begun}`);
    third();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended += 1;
  };
  const stop = startRounds(work, { intervalMs: 1, onFailure: (error) => failures.push(error) });
  await reached;
  await stop();
  expect([begun, ended]).toEqual([3, 1]);
  expect(failures.map(String)).toEqual(['Error: round 1', 'Error: round 2']);
});
