import { z } from 'zod';

const count = z.number().int().nonnegative();
const limit = count.nullable();

const planSchema = z.strictObject({
  id: z.enum(['free', 'starter', 'pro', 'scale', 'custom']),
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

/** The price list, exactly as `GET /v1/pricing` answers it (specification, section 2.5). */
export const pricingSchema = z.strictObject({
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
});

export type Pricing = z.output<typeof pricingSchema>;
export type Plan = z.output<typeof planSchema>;
export type PlanId = Plan['id'];
/** What a plan may or may not include. */
export type PlanFeature = 'image_search' | 'similar_search';

/** The plan of that id. @throws Error when the price list lacks it, which is a fault of configuration. */
export function planOf(pricing: Pricing, id: string): Plan {
  const plan = pricing.plans.find((candidate) => candidate.id === id);
  if (!plan) throw new Error(`The price list ${pricing.version} has no plan "${id}".`);
  return plan;
}
