import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { computeSignals, type Signals } from '../src/domain/signals/signals.js';
import { drawnPixels } from './support/drawn-pixels.js';

/** Computed by the version that compared every colour with every cluster. */
const former = JSON.parse(
  await readFile(new URL('fixtures/signals-of-drawn-pixels.json', import.meta.url), 'utf8'),
) as Signals[];

test('every signal of the drawn images is, to the last bit, what stored images have', () => {
  expect(former).toHaveLength(32);
  former.forEach((signals, seed) => {
    const pixels = drawnPixels(seed);
    expect(computeSignals(pixels, pixels, [])).toEqual(signals);
  });
});
