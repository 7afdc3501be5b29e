import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PRICE_LIST = join(import.meta.dirname, '../../infra/pricing/2026-11-01.json');

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
  const pricing = JSON.parse(await readFile(PRICE_LIST, 'utf8')) as {
    plans: { id: string; limits: Limits }[];
  };
  for (const plan of pricing.plans) plan.limits = { ...NO_LIMITS, ...limits[plan.id] };
  const path = join(dir, 'pricing.json');
  await writeFile(path, JSON.stringify(pricing));
  return path;
}
