import { describe, expect, it } from '@jest/globals';
import { CreditBudget } from '../src/credit-budget.js';

describe('the budget of a session', () => {
  it('never lets searches at once hold more than it has, and gets back what one did not cost', () => {
    const budget = new CreditBudget(3);
    expect([2, 2, 1, 1].map((credits) => budget.hold(credits))).toEqual([true, false, true, false]);
    expect(budget.remaining).toBe(0);
    budget.settle(2, 1);
    expect([budget.spent, budget.remaining]).toEqual([1, 1]);
  });

  it('never goes below nothing when a search costs more than was held', () => {
    const budget = new CreditBudget(1);
    budget.hold(1);
    budget.settle(1, 2);
    expect([budget.spent, budget.remaining, budget.hold(1)]).toEqual([2, 0, false]);
  });

  it('without a bound allows everything and counts it', () => {
    const budget = new CreditBudget(null);
    expect(budget.hold(1_000)).toBe(true);
    budget.settle(1_000, 7);
    expect([budget.spent, budget.remaining]).toEqual([7, null]);
  });
});
