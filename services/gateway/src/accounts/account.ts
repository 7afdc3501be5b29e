import type { BilledAccount } from '../billing/ledger.js';
import { planOf, type Plan, type Pricing } from '../billing/plans.js';

export interface Account {
  id: string;
  name: string;
  plan: string;
  billingDay: number;
}

/** An account with what its plan allows. */
export interface AccountOnPlan extends Omit<Account, 'plan'> {
  plan: Plan;
}

/** @throws UnknownPlanError when the price list lacks the account's plan. */
export function withPlan(account: Account, pricing: Pricing): AccountOnPlan {
  return { ...account, plan: planOf(pricing, account.plan) };
}

export function billedAccount({ id, billingDay, plan }: AccountOnPlan): BilledAccount {
  return { accountId: id, planCredits: plan.monthly_credits, billingDay };
}
