import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { GatewayContext } from '../../context.js';
import type { Account } from '../../domain/account.js';
import { billingPeriodAt } from '../../domain/billing/billing-period.js';
import { chargeFor, creditsToReserve } from '../../domain/billing/credits.js';
import { planOf, type Plan, type PlanFeature } from '../../domain/plans.js';
import type { SearchResult } from '../../domain/search/result.js';
import { callOf } from '../call.js';
import { presentEnvelope } from '../present.js';
import type { Reservation } from '../../store/credit-ledger.js';

/** How long the file addresses of an answer work. */
const CAPABILITY_LIFETIME_MS = 24 * 60 * 60_000;
const QUERY_ID_BYTES = 16;

export interface BilledSearch {
  endpoint: 'search' | 'similar';
  account: Account;
  query: string | null;
  /** As the caller asked; capped here by the plan. */
  k: number;
  features: PlanFeature[];
  run: (k: number, call: CallContext) => Promise<SearchResult>;
}

/**
 * Runs a search as the plan allows it and bills what it returned: gate, reserve, run, settle, answer. A failure after
 * the reservation gives it back.
 */
export async function answerBilledSearch(
  request: Request,
  response: Response,
  context: GatewayContext,
  search: BilledSearch,
): Promise<void> {
  const startedAt = performance.now();
  const { account } = search;
  const plan = planOf(context.pricing, account.plan);
  requireFeatures(plan, search.features);
  const k = Math.min(search.k, plan.max_results);
  const reservation = await reserve(context, account, plan, k);

  const call = callOf(request, response, context.config.searchTimeoutMs);
  const queryId = `q_${randomBytes(QUERY_ID_BYTES).toString('hex')}`;
  let result: SearchResult;
  let remaining: number | null;
  const charged = (found: SearchResult) => chargeFor(context.pricing.credits, found.hits.length);
  try {
    result = await search.run(k, call);
    remaining = await context.ledger.settle(reservation.id, {
      queryId,
      accountId: account.id,
      endpoint: search.endpoint,
      assetIds: result.hits.map(({ asset }) => asset.assetId),
      charged: charged(result),
      expiresAt: new Date(Date.now() + CAPABILITY_LIFETIME_MS),
    });
  } catch (error) {
    await giveBack(context, reservation, call.requestId);
    throw error;
  }

  response.set('X-Credits-Charged', String(charged(result)));
  if (remaining !== null) response.set('X-Credits-Remaining', String(remaining));
  const facts = {
    queryId,
    query: search.query,
    latencyMs: performance.now() - startedAt,
    kCapped: k < search.k,
  };
  response.json(presentEnvelope(result, facts, context.addresses));
}

function requireFeatures(plan: Plan, features: readonly PlanFeature[]): void {
  for (const feature of features) {
    if (plan[feature]) continue;
    throw new AppError('plan_feature_missing', `The ${plan.name} plan does not include ${feature}.`, {
      ctx: { feature, plan: plan.id },
    });
  }
}

async function reserve(
  context: GatewayContext,
  account: Account,
  plan: Plan,
  k: number,
): Promise<Reservation> {
  const period = billingPeriodAt(new Date(), account.billingDay);
  const credits = creditsToReserve(context.pricing.credits, k);
  const reservation = await context.ledger.reserve({
    accountId: account.id,
    period,
    granted: plan.monthly_credits,
    credits,
  });
  if (reservation) return reservation;
  throw new AppError('credits_exhausted', 'Too few credits are left in this billing period.', {
    ctx: {
      needed: credits,
      remaining: await context.ledger.remaining(account.id, period, plan.monthly_credits),
      reset_at: period.endsAt.toISOString(),
    },
  });
}

/** A reservation that cannot be given back now lapses by itself. */
async function giveBack(context: GatewayContext, reservation: Reservation, requestId: string): Promise<void> {
  try {
    await context.ledger.release(reservation.id);
  } catch (error) {
    context.logger.warn({ err: error, requestId }, 'a reservation was not released and will lapse');
  }
}
