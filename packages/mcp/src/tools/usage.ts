import { z } from 'zod';
import { answered, type Tool } from './tool.js';

const creditsLeft = z.int().nullable();

const schema = z.object({
  plan: z.string(),
  credits_remaining: creditsLeft.describe('For the account; null without a limit.'),
  credits_used: z.int().describe('In this billing period.'),
  period_end: z.string(),
  session: z.object({
    spent: z.int().nullable().describe('Null where it is not counted: over HTTP without a limit.'),
    remaining: creditsLeft.describe('Null without a limit.'),
  }),
  limits: z.array(z.object({ limit: z.string(), quota: z.int(), remaining: z.int(), reset_s: z.int() })),
});

export const usage: Tool = {
  name: 'usage',
  title: 'Credits and limits',
  description:
    'Credits left for the account and for this session, and the limits on requests. Costs nothing.',
  input: z.object({}),
  output: schema,
  run: async ({ client, budget }, { signal }) => {
    const { data } = await client.usage({ signal });
    const given = {
      plan: data.plan,
      credits_remaining: data.credits.remaining,
      credits_used: data.credits.used,
      period_end: data.period.end,
      session: { spent: budget.spent, remaining: budget.remaining },
      limits: data.windows,
    };
    return answered(schema.parse(given));
  },
};
