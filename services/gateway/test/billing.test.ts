import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { billingPeriodAt } from '../src/billing/balance.js';
import { chargeFor, planOf, pricingSchema } from '../src/billing/plans.js';

const pricing = pricingSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../infra/pricing/2026-11-01.json'), 'utf8')),
);

it.each([
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [100, 10],
])('the charge for a search with %i results is %i credits', (count, credits) => {
  expect(chargeFor(pricing.credits, count)).toBe(credits);
});

describe('the billing period', () => {
  it.each([
    ['2026-11-21T10:00:00Z', 1, '2026-11-01', '2026-12-01'],
    ['2026-11-01T00:00:00Z', 1, '2026-11-01', '2026-12-01'],
    ['2026-10-31T23:59:59.999Z', 1, '2026-10-01', '2026-11-01'],
    ['2026-02-28T00:00:00Z', 31, '2026-02-28', '2026-03-31'],
    ['2026-02-27T23:59:59Z', 31, '2026-01-31', '2026-02-28'],
    ['2028-02-29T12:00:00Z', 30, '2028-02-29', '2028-03-30'],
    ['2026-12-31T12:00:00Z', 31, '2026-12-31', '2027-01-31'],
    ['2027-01-05T00:00:00Z', 15, '2026-12-15', '2027-01-15'],
  ])('that holds %s with billing day %i runs from %s to %s', (now, day, start, end) => {
    const period = billingPeriodAt(new Date(now), day);
    expect(period.startsAt.toISOString()).toBe(`${start}T00:00:00.000Z`);
    expect(period.endsAt.toISOString()).toBe(`${end}T00:00:00.000Z`);
  });

  it('of each moment of three years is entered exactly once: periods meet and never overlap', () => {
    for (const day of [1, 15, 28, 29, 30, 31]) {
      let at = new Date('2026-01-01T00:00:00Z');
      for (let round = 0; round < 36; round += 1) {
        const period = billingPeriodAt(at, day);
        expect(billingPeriodAt(period.endsAt, day).startsAt).toEqual(period.endsAt);
        expect(billingPeriodAt(new Date(period.endsAt.getTime() - 1), day)).toEqual(period);
        at = period.endsAt;
      }
    }
  });
});

describe('the price list', () => {
  it('holds the plans of the specification, section 8.1', () => {
    const rows = pricing.plans.map((plan) => [
      plan.id,
      plan.monthly_usd,
      plan.annual_usd,
      plan.monthly_credits,
      plan.image_search,
      plan.similar_search,
      plan.max_results,
      plan.limits.rpm,
      plan.limits.rpd,
      plan.limits.concurrent,
      plan.credit_packs,
    ]);
    expect(rows).toEqual([
      ['free', 0, null, 500, false, false, 10, 30, 1000, 2, false],
      ['starter', 29, 290, 5000, true, true, 100, 60, 5000, 4, false],
      ['pro', 99, 990, 20_000, true, true, 100, 300, 25_000, 10, false],
      ['scale', 299, 2990, 75_000, true, true, 100, 1000, 100_000, 25, true],
      ['custom', null, null, null, true, true, 100, null, null, null, true],
    ]);
    expect(pricing.credit_pack).toEqual({ credits: 10_000, usd: 40, plans: ['scale', 'custom'] });
  });

  it('may use any unique plan ids', () => {
    const [free, ...others] = pricing.plans;
    const renamed = { ...pricing, plans: [{ ...free, id: 'hobby' }, ...others] };
    expect(planOf(pricingSchema.parse(renamed), 'hobby')).toMatchObject({ monthly_credits: 500 });
    expect(() => pricingSchema.parse({ ...pricing, plans: [free, ...pricing.plans] })).toThrow(
      /two plans have the id \\"free\\"/,
    );
  });

  it('sells packs on plans that it has, and on no others', () => {
    const credit_pack = { ...pricing.credit_pack, plans: ['scale', 'gold'] };
    expect(() => pricingSchema.parse({ ...pricing, credit_pack })).toThrow(/there is no plan \\"gold\\"/);
  });
});
