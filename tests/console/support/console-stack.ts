import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SCOPES } from '@imagesearch/gateway/keys/api-key';
import { designCollection } from '@imagesearch/testkit/images/design-collection';
import { until } from '@imagesearch/testkit/processes/until';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { pricingWithPlans } from '@imagesearch/testkit/stack/pricing';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const NO_LIMITS = { rpm: null, rpd: null, concurrent: null };

/** Credits of an account on `starter`: one search of 30 images, and a little more. */
export const FEW_CREDITS = 4;
/** Requests a minute of an account on `scale`. */
export const FEW_REQUESTS = 4;

/** The whole product over images of every licence and shape. */
export async function startConsoleStack(): Promise<TestStack> {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-console-'));
  const stack = await TestStack.start(undefined, { env: { PRICING_FILE: await consolePricing(dir) } });
  await rm(dir, { recursive: true });
  await stack.ingestAsset(designCollection());
  await untilSpelled(stack);
  return stack;
}

/** A key of a fresh account that an operator gives one more scope. */
export async function keyThatMay(
  scope: 'ingest' | 'account',
  { stack: { gateway } }: TestStack,
): Promise<string> {
  const account = await gateway.accounts().ensure({ name: crypto.randomUUID(), plan: 'pro', billingDay: 1 });
  const scopes = [...DEFAULT_SCOPES, scope];
  return (await gateway.keys().create(account.id, { environment: 'live', scopes })).key;
}

/** A search that comes before the new words of the index are read is not spelled. */
async function untilSpelled(stack: TestStack): Promise<void> {
  const caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
  await until(async () => {
    const { corrections = [] } = await caller.search({ query: 'baall', k: 1 });
    return corrections.length > 0;
  });
}

function consolePricing(dir: string): Promise<string> {
  return pricingWithPlans(dir, (plan) => {
    if (plan.id === 'starter') return { ...plan, monthly_credits: FEW_CREDITS, limits: NO_LIMITS };
    if (plan.id === 'scale') return { ...plan, limits: { ...NO_LIMITS, rpm: FEW_REQUESTS } };
    return { ...plan, limits: NO_LIMITS };
  });
}
