import type { BilledAccount } from './billing/ledger.js';
import type { Plan, PlanId } from './plans.js';

export interface Account {
  id: string;
  name: string;
  plan: PlanId;
  billingDay: number;
}

/** What credits need to know of an account on its plan. */
export function billedAccount({ id, billingDay }: Account, plan: Plan): BilledAccount {
  return { accountId: id, planCredits: plan.monthly_credits, billingDay };
}
