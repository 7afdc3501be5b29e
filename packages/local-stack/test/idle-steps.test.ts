import { describe, expect, it } from '@jest/globals';
import { IdleSteps } from '../src/idle-steps.js';

const collected = { collects: true, givesBack: true };
const givenBack = { collects: false, givesBack: true };
const nothing = { collects: false, givesBack: false };

const stepsAfter = (steps: IdleSteps, shares: readonly number[]) => shares.map((share) => steps.after(share));

describe('the steps of an idle thread', () => {
  it('collect once and give back four times after the start, and then wait for work', () => {
    expect(stepsAfter(new IdleSteps(), [0.9, 0, 0, 0, 0, 0, 0])).toEqual([
      nothing,
      collected,
      givenBack,
      givenBack,
      givenBack,
      nothing,
      nothing,
    ]);
  });

  it('begin again after a busy time', () => {
    const steps = new IdleSteps();
    stepsAfter(steps, [0, 0, 0, 0, 0]);
    expect(stepsAfter(steps, [0.5, 0.01, 0.01])).toEqual([nothing, collected, givenBack]);
  });

  it('are only interrupted by a little work', () => {
    expect(stepsAfter(new IdleSteps(), [0, 0.1, 0])).toEqual([collected, nothing, givenBack]);
  });
});
