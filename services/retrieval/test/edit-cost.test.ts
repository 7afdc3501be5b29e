import { expect, test } from '@jest/globals';
import { editCost } from '../src/words/nearest-word.js';

const PAIRS = [
  ['aple', 'apple'],
  ['hapy', 'happy'],
  ['ti', 'it'],
  ['gaurd', 'guard'],
  ['smileing', 'smiling'],
  ['elefant', 'elephant'],
  ['dog', 'umbrella'],
] as const;

test.each(PAIRS)('a bound changes no distance from %s to %s up to it', (typed, intended) => {
  const cost = editCost(typed, intended);
  expect(cost).toBeGreaterThan(0);
  expect(editCost(typed, intended, cost)).toBe(cost);
});

test('a word beyond the bound is no nearer than it', () => {
  for (const [typed, intended] of PAIRS) {
    expect(editCost(typed, intended, 0.1)).toBeGreaterThan(0.1);
  }
});
