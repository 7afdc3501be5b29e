import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readText } from '../repository.js';

const PRICE_LIST = 'infra/pricing/2026-11-01.json';

interface Plan {
  id: string;
  monthly_credits: number | null;
  limits: Limits;
}

interface Limits {
  rpm: number | null;
  rpd: number | null;
  concurrent: number | null;
}

const NO_LIMITS: Limits = { rpm: null, rpd: null, concurrent: null };

/**
 * The product's price list, with other limits: none, so that a suite asks faster than a person, or those of its own.
 * @returns the path of the file.
 */
export async function pricingWithLimits(
  dir: string,
  limits: Partial<Record<string, Partial<Limits>>> = {},
): Promise<string> {
  return pricingWithPlans(dir, (plan) => ({ ...plan, limits: { ...NO_LIMITS, ...limits[plan.id] } }));
}

/** The product's price list with its plans changed, or left out; the path of the file. */
export async function pricingWithPlans(
  dir: string,
  change: (plan: Plan) => Plan | undefined,
): Promise<string> {
  const pricing = JSON.parse(readText(PRICE_LIST)) as { plans: Plan[] };
  const plans = pricing.plans.flatMap((plan) => change(plan) ?? []);
  const path = join(dir, 'pricing.json');
  await writeFile(path, JSON.stringify({ ...pricing, plans }));
  return path;
}
