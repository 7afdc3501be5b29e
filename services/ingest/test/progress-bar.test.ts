import { expect, it, jest } from '@jest/globals';
import { startProgressBar } from '../src/commands/progress.js';

it('a bar that was stopped stays stopped when work in flight reports its end', () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const bar = startProgressBar('Ingesting', 'images');
  bar.update(1, 10);
  expect(timers).toHaveBeenCalled();
  bar.stop();
  timers.mockClear();
  bar.update(2, 10);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});
