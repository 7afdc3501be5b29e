import { readFile } from 'node:fs/promises';
import { pricingSchema, type Pricing } from './plans.js';

/** The price list of this installation. @throws when the file is missing or breaks the schema. */
export async function loadPricing(path: string): Promise<Pricing> {
  return pricingSchema.parse(JSON.parse(await readFile(path, 'utf8')));
}
