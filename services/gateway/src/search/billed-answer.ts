import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid, toAppError, type ErrorCode } from '@imagesearch/service-kit/errors';
import type { Addresses } from '../assets/asset-answer.js';
import { billSearch, type BilledOutcome, type BilledWork } from '../billing/bill-search.js';
import type { Endpoint, IdempotencyKey, Ledger } from '../billing/ledger.js';
import {
  billedAccount,
  chargeFor,
  type AccountOnPlan,
  type Plan,
  type PlanFeature,
  type Pricing,
} from '../billing/plans.js';
import { hasLostIndex } from '../health/readiness.js';
import type { StackStatus } from '../health/stack-status.js';
import { hashedKey, packAnswer, unpackAnswer, type SentIdempotencyKey } from './idempotency-key.js';
import type { KnownSources } from './known-sources.js';
import type { CursorSeal } from './page.js';
import type { Envelope } from './envelope.js';
import { presentEnvelope } from './present.js';
import type { FetchImage } from './reference-image.js';
import type { SearchResult, SearchStages } from './result.js';

/** What the routes of searches use. */
export interface SearchParts {
  stages: SearchStages;
  sources: Pick<KnownSources, 'require'>;
  pricing: Pricing;
  ledger: Ledger;
  events: SearchEvents;
  newQueryId: () => string;
  cursors: CursorSeal;
  now: () => Date;
  stackStatus: Pick<StackStatus, 'latest'>;
  addresses: Addresses;
  fetchImage: FetchImage;
  /** From the body to the answer. */
  timeoutMs: number;
}

export interface Caller {
  account: AccountOnPlan;
  keyId: string;
  /** Whether its searches cost nothing, as those of a key for tests. */
  isFree: boolean;
  /** Null when the request has none. */
  idempotency: SentIdempotencyKey | null;
}

/** What a caller reads, and what it cost. */
export interface SearchAnswer {
  /** The envelope, serialised once: a replay repeats it byte for byte. */
  json: string;
  isReplay: boolean;
  charged: number;
  remaining: number | null;
}

export interface AskedSearch {
  endpoint: Endpoint;
  /** Of the plan, that it needs. */
  feature: PlanFeature | null;
  query: string | null;
  /** Results wanted. */
  k: number;
}

/** A request that the caller's plan allows; `k` is within the plan's cap. */
export interface Admitted extends AskedSearch, Omit<Caller, 'idempotency'> {
  kCapped: boolean;
  idempotency: IdempotencyKey | null;
  startedAt: number;
}

/** @throws AppError `plan_feature_missing`, or `invalid_request` for a malformed Idempotency-Key. */
export function admit(asked: AskedSearch, caller: Caller): Admitted {
  const startedAt = performance.now();
  const { plan } = caller.account;
  requireFeature(plan, asked.feature);
  return {
    ...asked,
    ...caller,
    k: Math.min(asked.k, plan.max_results),
    kCapped: asked.k > plan.max_results,
    idempotency: caller.idempotency && hashedKey(caller.idempotency),
    startedAt,
  };
}

/** Awaits `reserved` before it costs anything. */
type Find = (reserved: Promise<void>) => Promise<SearchResult>;

/**
 * Reserve, find, present, settle; or replay the stored answer.
 * @throws AppError of `find`, `credits_exhausted`, `idempotency_in_flight`, `idempotency_mismatch`.
 */
export async function billedAnswer(
  admitted: Admitted,
  parts: SearchParts,
  call: CallContext,
  find: Find,
): Promise<SearchAnswer> {
  const { endpoint, account, keyId, idempotency } = admitted;
  const { events, ledger, stages } = parts;
  const queryId = parts.newQueryId();
  const costOf = (results: number) => (admitted.isFree ? 0 : chargeFor(parts.pricing.credits, results));
  const credits = costOf(admitted.k);
  const work = async (reserved: Promise<void>): Promise<BilledWork<Presented | Refused>> => {
    const found = await findInFilledIndex(() => find(reserved), parts).catch((error: unknown) =>
      refusedAtCost(error, costOf(0)),
    );
    if ('fault' in found)
      return { result: found, settlement: { charged: found.charged, assetIds: [], answer: null } };
    if (found.facts.count === 0) events.foundNothing(endpoint);
    events.searchTimed(found.facts.timing_ms);
    call.note?.({ queryId, k: admitted.k, ...factsOf(found) });
    const presented = present(found, queryId, admitted, parts);
    const charged = costOf(found.facts.count);
    const answer = idempotency && (await packAnswer(presented.json));
    return { result: presented, settlement: { charged, assetIds: presented.assetIds, answer } };
  };
  const counted = countSearch(events, endpoint, credits);
  try {
    const reservation = { ...billedAccount(account), queryId, endpoint, keyId, credits, idempotency };
    const { deadlineAt } = call;
    const billing = { ledger, logger: stages.logger, onReserved: counted.reserved, deadlineAt };
    const billed = await billSearch(billing, reservation, work);
    if (billed.outcome === 'answered') counted.settled(billed.charged);
    const [answer, outcome] = await answerOf(billed, credits);
    events.searchEnded(endpoint, outcome);
    return answer;
  } catch (error) {
    counted.failed(error);
    throw error;
  }
}

/** Counts the credits that a search moves, and why it failed. */
function countSearch(events: SearchEvents, endpoint: Endpoint, credits: number) {
  let held = 0;
  return {
    reserved: (): void => {
      held = credits;
      events.creditsMoved('reserved', credits);
    },
    settled: (charged: number): void => {
      events.creditsMoved('settled', charged);
      events.creditsMoved('released', held - charged);
      held = 0;
    },
    failed: (error: unknown): void => {
      const { code, ctx } = toAppError(error);
      events.searchEnded(endpoint, code);
      // Only the ledger knows whether such a search was settled, so this counter omits it.
      if (ctx['billed'] !== 'unknown') events.creditsMoved('released', held);
    },
  };
}

/** Finding nothing in an empty index is told apart from finding nothing. */
async function findInFilledIndex(
  find: () => Promise<SearchResult>,
  { stackStatus }: SearchParts,
): Promise<SearchResult> {
  try {
    const found = await find();
    if (found.results.length === 0) await requireFilledIndex(stackStatus);
    return found;
  } catch (error) {
    if (error instanceof AppError && error.code === 'seed_not_indexed') await requireFilledIndex(stackStatus);
    throw error;
  }
}

interface Presented {
  json: string;
  isDegraded: boolean;
  assetIds: string[];
}

/** A search that is refused, and costs the minimum nevertheless. */
interface Refused {
  fault: AppError;
  charged: number;
}

/** Such an image takes work to refuse, so another try must not be free. @throws every other error */
function refusedAtCost(error: unknown, charged: number): Refused {
  const [issue] = error instanceof AppError ? error.issues : [];
  if (issue?.type !== 'image_too_complex') throw error;
  return { fault: invalid({ ...issue, ctx: { ...issue.ctx, credits_charged: charged } }), charged };
}

function present(
  found: SearchResult,
  queryId: string,
  { account, query, kCapped, startedAt }: Admitted,
  { addresses, cursors }: SearchParts,
): Presented {
  const cursor = found.next === undefined ? null : cursors.seal(found.next, account.id);
  const asked = { queryId, query, latencyMs: performance.now() - startedAt, kCapped, cursor };
  return {
    json: JSON.stringify(presentEnvelope(found, asked, addresses)),
    isDegraded: found.facts.degraded === true,
    assetIds: found.results.map(({ assetId }) => assetId),
  };
}

function requireFeature(plan: Plan, feature: PlanFeature | null): void {
  if (feature === null || plan[feature]) return;
  throw new AppError('plan_feature_missing', `The ${plan.name} plan does not include ${feature}.`, {
    ctx: { feature, plan: plan.id },
  });
}

async function answerOf(
  billed: BilledOutcome<Presented | Refused>,
  needed: number,
): Promise<[SearchAnswer, SearchOutcome]> {
  switch (billed.outcome) {
    case 'answered': {
      const { result, charged, remaining } = billed;
      if ('fault' in result) throw result.fault;
      const { json, isDegraded } = result;
      return [{ json, isReplay: false, charged, remaining }, isDegraded ? 'degraded' : 'answered'];
    }
    case 'replay': {
      const json = await unpackAnswer(billed.answer);
      return [{ json, isReplay: true, charged: 0, remaining: billed.remaining }, 'replayed'];
    }
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

/**
 * An empty index beside a filled catalogue is an outage, not an answer: nobody pays for what it does not find.
 * @throws AppError `dependency_unavailable`
 */
async function requireFilledIndex(stackStatus: Pick<StackStatus, 'latest'>): Promise<void> {
  if (!hasLostIndex(await stackStatus.latest())) return;
  throw new AppError('dependency_unavailable', 'The index is empty. It has to be filled again.', {
    ctx: { service: 'retrieval' },
  });
}

/** What the log event of a search says: kinds, counts and times. The words, filters and images of the caller stay out. */
function factsOf({ facts, next }: SearchResult): Readonly<Record<string, unknown>> {
  return {
    modality: facts.input_modality,
    mode: facts.mode,
    ranking: facts.ranking,
    results: facts.count,
    poolSize: facts.pool_size,
    reranked: facts.reranked,
    backend: facts.backend,
    hasNext: next !== undefined,
    relaxed: facts.relaxed ?? [],
    phrases: facts.applied_design?.phrases.length ?? 0,
    excluded: facts.applied_design?.excluded.length ?? 0,
    corrections: facts.corrections?.length ?? 0,
    unmatched: facts.unmatched?.length ?? 0,
    timingMs: facts.timing_ms,
  };
}

/** `replayed` repeats an earlier answer; an error code says why there is no answer. */
export type SearchOutcome = 'answered' | 'degraded' | 'replayed' | ErrorCode;

export interface SearchEvents {
  searchEnded(endpoint: Endpoint, outcome: SearchOutcome): void;
  foundNothing(endpoint: Endpoint): void;
  searchTimed(timingMs: Envelope['timing_ms']): void;
  creditsMoved(movement: 'reserved' | 'settled' | 'released', count: number): void;
}
