import type { Pricing } from './plans.js';

type CreditRules = Pricing['credits'];

/** Credits to reserve for a search with `k` results: the cost of a complete answer. */
export function creditsToReserve(rules: CreditRules, k: number): number {
  return chargeFor(rules, k);
}

/** Cost of an answer with `count` results: one credit per ten results or part of ten, at least the minimum. */
export function chargeFor(rules: CreditRules, count: number): number {
  return Math.max(rules.minimum_per_search, Math.ceil(count / rules.results_per_credit));
}
