import { z } from 'zod';
import type { BilledAccount } from './ledger.js';

const count = z.number().int().nonnegative();
const limit = count.nullable();

const planSchema = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  monthly_usd: z.number().nullable(),
  annual_usd: z.number().nullable(),
  monthly_credits: limit,
  image_search: z.boolean(),
  similar_search: z.boolean(),
  max_results: count.positive(),
  limits: z.strictObject({ rpm: limit, rpd: limit, concurrent: limit }),
  support: z.string(),
  credit_packs: z.boolean(),
});

/** The price list, in the shape of `GET /v1/pricing` (specification, section 2.5). */
export const pricingSchema = z
  .strictObject({
    version: z.string(),
    currency: z.string(),
    credits: z.strictObject({
      results_per_credit: count.positive(),
      minimum_per_search: count,
      asset_lookup_credits: count,
      reset: z.string(),
    }),
    plans: z.array(planSchema),
    credit_pack: z.strictObject({ credits: count, usd: z.number(), plans: z.array(planSchema.shape.id) }),
  })
  .superRefine(({ plans, credit_pack }, context) => {
    const ids = plans.map(({ id }) => id);
    for (const id of ids.filter((each, at) => ids.indexOf(each) < at)) {
      context.addIssue({ code: 'custom', path: ['plans'], message: `two plans have the id "${id}"` });
    }
    for (const id of credit_pack.plans.filter((each) => !ids.includes(each))) {
      context.addIssue({
        code: 'custom',
        path: ['credit_pack', 'plans'],
        message: `there is no plan "${id}"`,
      });
    }
  });

export type Pricing = z.output<typeof pricingSchema>;
export type Plan = z.output<typeof planSchema>;
export type PlanFeature = 'image_search' | 'similar_search';

/**
 * The plan of that id.
 * @param fail Makes the error of a plan that the price list lacks; by default the installation is at fault.
 */
export function planOf(
  { version, plans }: Pricing,
  id: string,
  fail = (message: string): Error => new Error(message),
): Plan {
  const plan = plans.find((candidate) => candidate.id === id);
  if (plan) return plan;
  const known = plans.map((each) => each.id).join(', ');
  throw fail(`The price list ${version} has no plan "${id}". Its plans are ${known}.`);
}

type CreditRules = Pricing['credits'];

/** Cost of an answer with `count` results: one credit per ten results or part of ten, at least the minimum. */
export function chargeFor(rules: CreditRules, count: number): number {
  return Math.max(rules.minimum_per_search, Math.ceil(count / rules.results_per_credit));
}

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

/** @throws as `planOf` does */
export function withPlan(
  account: Account,
  pricing: Pricing,
  fail?: (message: string) => Error,
): AccountOnPlan {
  return { ...account, plan: planOf(pricing, account.plan, fail) };
}

export function billedAccount({ id, billingDay, plan }: AccountOnPlan): BilledAccount {
  return { accountId: id, planCredits: plan.monthly_credits, billingDay };
}
