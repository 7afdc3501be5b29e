import { z } from 'zod';
import { pricingSchema } from '../billing/plans.js';

const credits = z.number().int().min(0);

const loggedSearchSchema = z.strictObject({
  query_id: z.string(),
  endpoint: z.enum(['search', 'similar']),
  idempotency_key: z.string().nullable().describe('As it was sent; null when none was.'),
  status: z
    .enum(['in_flight', 'answered', 'failed'])
    .describe(
      '`answered` is billed, `failed` never is. `in_flight` becomes one of the two within a minute or so.',
    ),
  credits_charged: credits,
  created_at: z.iso.datetime().describe('When the search began.'),
});

export const usageSchema = z
  .strictObject({
    plan: pricingSchema.shape.plans.element.shape.id,
    period: z
      .strictObject({ start: z.iso.datetime(), end: z.iso.datetime() })
      .describe('The billing period, its end excluded. Unused credits of the plan expire at its end.'),
    credits: z.strictObject({
      granted: credits
        .nullable()
        .describe('For this period, by the plan and the operator; null without a limit.'),
      used: credits.describe("What this period's searches cost, whatever paid for it."),
      reserved: credits.describe('Reserved for searches in flight.'),
      remaining: credits
        .nullable()
        .describe('What the next searches may cost, packs included; null without a limit.'),
      packs: credits.describe('Left in packs. They do not expire, and are used last.'),
    }),
    windows: z
      .array(
        z.strictObject({
          limit: z.enum(['rpm', 'rpd', 'concurrent']),
          quota: credits.describe('What the plan allows.'),
          used: credits,
          remaining: credits,
          reset_s: credits.describe('Seconds until some of it comes back; 0 when nothing is used.'),
        }),
      )
      .describe(
        'The limits of the plan as they stand, all keys of the account together; those without a figure are absent.',
      ),
    searches: z
      .array(loggedSearchSchema)
      .max(100)
      .describe('The latest, the newest first; those that failed are among them.'),
  })
  .describe('What an account has left, and what became of its latest searches.');

export type Usage = z.output<typeof usageSchema>;
