import type { Pricing } from './plans.js';

type CreditRules = Pricing['credits'];

/** Credits to reserve while a search for `k` results runs: what the fullest answer would cost. */
export function creditsToReserve(rules: CreditRules, k: number): number {
  return chargeFor(rules, k);
}

/** Credits that an answer with `count` results costs: one for every ten begun, and never less than the minimum. */
export function chargeFor(rules: CreditRules, count: number): number {
  return Math.max(rules.minimum_per_search, Math.ceil(count / rules.results_per_credit));
}
