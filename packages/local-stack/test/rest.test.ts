import { describe, expect, it } from '@jest/globals';
import { Rest } from '../src/rest.js';

const collected = { collects: true, givesBack: true };
const givenBack = { collects: false, givesBack: true };
const nothing = { collects: false, givesBack: false };

const stepsAfter = (rest: Rest, shares: readonly number[]) => shares.map((share) => rest.stepsAfter(share));

describe('a rest', () => {
  it('collects once and gives back four times after the start, and then waits for work', () => {
    expect(stepsAfter(new Rest(), [0.9, 0, 0, 0, 0, 0, 0])).toEqual([
      nothing,
      collected,
      givenBack,
      givenBack,
      givenBack,
      nothing,
      nothing,
    ]);
  });

  it('begins again after a busy time', () => {
    const rest = new Rest();
    stepsAfter(rest, [0, 0, 0, 0, 0]);
    expect(stepsAfter(rest, [0.5, 0.01, 0.01])).toEqual([nothing, collected, givenBack]);
  });

  it('is only interrupted by a little work', () => {
    expect(stepsAfter(new Rest(), [0, 0.1, 0])).toEqual([collected, nothing, givenBack]);
  });
});
