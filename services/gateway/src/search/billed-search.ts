import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { GatewayContext } from '../context.js';
import { billedAccount, type AccountOnPlan } from '../accounts/account.js';
import { billSearch, type BilledOutcome, type BilledWork } from '../billing/bill-search.js';
import { chargeFor, creditsToReserve } from '../billing/credits.js';
import type { Endpoint } from '../billing/ledger.js';
import type { Plan, PlanFeature, Pricing } from '../billing/plans.js';
import type { SearchResult } from './result.js';
import { callOf } from '../http/call.js';
import { idempotencyKeyOf, packAnswer, unpackAnswer } from './idempotency-key.js';
import { presentEnvelope } from './present.js';
import { countedSearch } from './counted-search.js';

const QUERY_ID_BYTES = 16;

export interface BilledSearch {
  endpoint: Endpoint;
  account: AccountOnPlan;
  /** The request as its schema read it. */
  body: { k: number };
  query: string | null;
  features: PlanFeature[];
  /** `k` is what the caller asked for, capped by the plan. */
  run: (k: number, call: CallContext) => Promise<SearchResult>;
}

interface SearchAnswer {
  json: string;
  assetIds: string[];
}

/** Runs a search as the plan allows it, bills what it returned, and answers; or replays the answer of its key. */
export async function answerBilledSearch(
  request: Request,
  response: Response,
  context: GatewayContext,
  search: BilledSearch,
): Promise<void> {
  const startedAt = performance.now();
  const { account, body } = search;
  requireFeatures(account.plan, search.features);
  const idempotency = idempotencyKeyOf(request, body);
  const k = Math.min(body.k, account.plan.max_results);
  const queryId = `q_${randomBytes(QUERY_ID_BYTES).toString('hex')}`;
  const call = callOf(request, response, context.config.searchTimeoutMs);

  const credits = creditsToReserve(context.pricing.credits, k);
  const count = countedSearch(context.events, search.endpoint, credits);
  const work = async (): Promise<BilledWork<SearchAnswer>> => {
    count.reserved();
    const found = await search.run(k, call);
    count.found(found);
    const facts = {
      queryId,
      query: search.query,
      latencyMs: performance.now() - startedAt,
      kCapped: k < body.k,
    };
    const json = JSON.stringify(presentEnvelope(found, facts, context.addresses));
    const answer = idempotency && (await packAnswer(json));
    const settlement = { ...priceOf(found, context.pricing), answer };
    return { result: { json, assetIds: settlement.assetIds }, settlement };
  };
  const reservation = {
    ...billedAccount(account),
    queryId,
    endpoint: search.endpoint,
    credits,
    idempotency,
  };
  const onReleaseFailed = (error: unknown): void =>
    context.logger.warn(
      { err: error, requestId: call.requestId },
      'a reservation was not released and will expire',
    );
  try {
    const billed = await billSearch(context.ledger, reservation, work, onReleaseFailed);
    count.ended(billed);
    if (billed.outcome === 'answered') context.fileAddresses.remember(queryId, billed.result.assetIds);
    await send(response, billed, credits);
  } catch (error) {
    count.failed(error);
    throw error;
  }
}

function priceOf({ results }: SearchResult, { credits }: Pricing) {
  return { charged: chargeFor(credits, results.length), assetIds: results.map(({ asset }) => asset.assetId) };
}

function requireFeatures(plan: Plan, features: readonly PlanFeature[]): void {
  for (const feature of features) {
    if (plan[feature]) continue;
    throw new AppError('plan_feature_missing', `The ${plan.name} plan does not include ${feature}.`, {
      ctx: { feature, plan: plan.id },
    });
  }
}

async function send(response: Response, billed: BilledOutcome<SearchAnswer>, needed: number): Promise<void> {
  switch (billed.outcome) {
    case 'answered':
      sendJson(response, billed.result.json, billed.charged, billed.remaining);
      return;
    case 'replay':
      response.set('Idempotent-Replayed', 'true');
      sendJson(response, await unpackAnswer(billed.answer), 0, billed.remaining);
      return;
    case 'exhausted':
      throw new AppError('credits_exhausted', 'Too few credits are left in this billing period.', {
        ctx: { needed, remaining: billed.remaining, reset_at: billed.resetsAt.toISOString() },
      });
    case 'in_flight':
      throw new AppError('idempotency_in_flight', 'The first request with this key is not answered yet.');
    case 'mismatch':
      throw new AppError('idempotency_mismatch', 'This key was sent with another request before.');
  }
}

function sendJson(response: Response, json: string, charged: number, remaining: number | null): void {
  response.set('X-Credits-Charged', String(charged));
  if (remaining !== null) response.set('X-Credits-Remaining', String(remaining));
  response.type('json').send(json);
}
