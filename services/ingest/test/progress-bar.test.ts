import { expect, it, jest } from '@jest/globals';
import { withProgressBar, type ProgressBar } from '../src/commands/progress.js';

it('a bar that has ended stays so when work in flight reports its end', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  let kept: ProgressBar | undefined;
  await withProgressBar('Ingesting', (bar) => {
    kept = bar;
    bar.update(1, 10);
    expect(timers).toHaveBeenCalled();
    return Promise.resolve();
  });
  timers.mockClear();
  kept?.update(2, 10);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});
