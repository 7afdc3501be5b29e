import { isImageSearchError, type Answer, type SearchAnswer } from '@imagesearch/sdk';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { type Session, type ToolCall, answered, refused } from './tool.js';
import { imageAnswer, imageSchema, thumbnailsOf } from './image-answer.js';

/** Output of the tools that search. */
export const foundSchema = z.object({
  query_id: z.string(),
  count: z.int().describe('Number of results; 0 means that nothing fits.'),
  strong_count: z
    .int()
    .nullable()
    .optional()
    .describe('How many of them are strong matches; the others may not show what was asked for.'),
  reachable: z
    .int()
    .optional()
    .describe(
      'How many images all pages hold, about; 1000 stands for 1000 or more, unless there were no words and no image.',
    ),
  k_capped: z.literal(true).optional().describe('Present if the plan gives fewer results at a time than k.'),
  cursor: z
    .string()
    .nullable()
    .describe('Call again with it for the next results; null when there are none.'),
  relaxed: z.array(z.string()).optional().describe('Filters from the words that were dropped to find more.'),
  understood: z.looseObject({}).optional().describe('Filters that were read from the words of the query.'),
  unread: z
    .array(z.string())
    .optional()
    .describe('Wishes about rights or provenance that no filter can express: tell the user to check them.'),
  corrections: z
    .array(z.object({ from: z.string(), to: z.string() }))
    .optional()
    .describe('Words that nothing knows, and what was searched for instead.'),
  translations: z
    .array(z.object({ from: z.string(), to: z.string(), lang: z.string() }))
    .optional()
    .describe('Words of other languages and emoji, and the English that was searched for instead.'),
  unmatched: z.array(z.string()).optional().describe('Words that nothing knows; they found nothing.'),
  did_you_mean: z.string().nullable().optional().describe('A query to propose to the user.'),
  spelling_unchecked: z
    .literal(true)
    .optional()
    .describe('Present if the spelling could not be checked: the query was searched as written.'),
  credits: z.object({
    charged: z.int(),
    remaining: z.int().nullable().describe('Left for the account; null without a limit.'),
    session_remaining: z.int().nullable().describe('Left for this session; null without a limit.'),
  }),
  results: z.array(
    imageSchema.extend({
      score: z.number().describe('0 to 1; near 0: nothing fits. Comparable between searches of one kind.'),
    }),
  ),
});

const K_DEFAULT = 10;

/** Runs a search within the budget of the session. `ask` makes the call that may be charged. */
export async function searchWithin(
  session: Session,
  call: ToolCall,
  ask: (body: Record<string, unknown>) => Promise<Answer<SearchAnswer>>,
): Promise<CallToolResult> {
  const { thumbnails, ...body } = call.arguments;
  // The client takes bytes in it; a model may name addresses only.
  if ('image' in body) return refused('extra_forbidden', 'image: This field is not known. Send image_url.');
  const held = await mostItCosts(session, body['k'], call.signal);
  if (!session.budget.hold(held)) {
    const { remaining, max } = session.budget;
    return refused(
      'session_budget_exhausted',
      `This search may cost ${held} credits. This session may still spend ${remaining ?? 0} of ${max ?? 0}; ask the user before more is spent.`,
    );
  }
  let charged = 0;
  try {
    const answer = await ask(body);
    charged = answer.credits.charged;
    const images =
      thumbnails === true ? await thumbnailsOf(answer.data.results, session.client, call.signal) : [];
    session.budget.settle(held, charged);
    return answered(presented(answer, session), images);
  } catch (error) {
    // Without an answer nobody knows whether the search was charged.
    if (isImageSearchError(error, 'connection_lost', 'timed_out')) charged = held;
    session.budget.settle(held, charged);
    throw error;
  }
}

/** What `foundSchema` names of an answer; it leaves out the rest. */
function presented(
  { data, credits }: Answer<SearchAnswer>,
  { budget }: Session,
): z.output<typeof foundSchema> {
  return foundSchema.parse({
    ...data,
    understood: data.applied_design?.filters,
    unread: data.applied_design?.unread,
    credits: { ...credits, session_remaining: budget.remaining },
    results: data.results.map((result) => ({ ...imageAnswer(result), score: result.score })),
  });
}

/** Only a session with a budget asks for the credit rules. */
async function mostItCosts({ client, budget }: Session, k: unknown, signal: AbortSignal): Promise<number> {
  if (budget.max === null) return 0;
  const { results_per_credit: perCredit, minimum_per_search: least } = (await client.pricing({ signal })).data
    .credits;
  return Math.max(least, Math.ceil((typeof k === 'number' ? k : K_DEFAULT) / perCredit));
}
