import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import type {
  Ledger,
  ReleaseRequest,
  ReserveOutcome,
  ReserveRequest,
  Settlement,
  SettleOutcome,
} from './ledger.js';

/** Pauses before a settlement is tried again. A database that fails over is back within the last. */
const SETTLE_PAUSES_MS = [50, 250, 1_000];
/** How long after its deadline a search may still confirm its charge, because its answer is found already. */
const CONFIRM_GRACE_MS = 1_500;

interface Billing {
  ledger: Ledger;
  logger: Logger;
  onReserved?: () => void;
  /** Unix milliseconds: when the caller stops waiting. */
  deadlineAt: number;
}

export interface BilledWork<Result> {
  result: Result;
  settlement: Settlement;
}

export type BilledOutcome<Result> =
  | { outcome: 'answered'; result: Result; charged: number; remaining: number | null }
  | Exclude<ReserveOutcome, { outcome: 'reserved' }>;

/**
 * Reserve, work, settle; failed work releases its reservation. Work may prepare itself while it is reserved; it awaits
 * `reserved`, which rejects without credits, before it costs anything. It ends soon after the deadline, whether the database
 * answers or not; what is then under way ends in the background.
 * @throws AppError `dependency_unavailable` with `ctx.query_id` when it is not known whether the work was billed.
 */
export async function billSearch<Result>(
  { ledger, logger, onReserved, deadlineAt }: Billing,
  request: ReserveRequest,
  work: (reserved: Promise<void>) => Promise<BilledWork<Result>>,
): Promise<BilledOutcome<Result>> {
  const confirmBy = deadlineAt + CONFIRM_GRACE_MS;
  const releaseInTime = () =>
    answeredBy(confirmBy, releaseSoon({ ledger, logger }, request), () => undefined);
  const reserving = answeredBy(deadlineAt, ledger.reserve(request), unanswered);
  const granted = reserving.then(requireReserved);
  const working = work(granted);
  // Work that fails first awaits no reservation, and nobody waits for work that is not paid for.
  for (const left of [granted, working]) left.catch(() => undefined);
  let reserved: ReserveOutcome;
  try {
    reserved = await reserving;
  } catch (error) {
    if (isUnavailable(error)) await releaseInTime();
    throw error;
  }
  if (reserved.outcome !== 'reserved') return reserved;
  onReserved?.();

  try {
    const { result, settlement } = await working;
    const settle = () => answeredBy(confirmBy, ledger.settle(reserved.reservation, settlement), unanswered);
    const settled = await settleWithRetry(settle, request.queryId, confirmBy);
    if (settled.outcome === 'expired') {
      throw new AppError('deadline_exceeded', 'The search outlived its reservation.');
    }
    return { outcome: 'answered', result, charged: settlement.charged, remaining: settled.remaining };
  } catch (error) {
    await releaseInTime();
    throw error;
  }
}

function requireReserved({ outcome }: ReserveOutcome): void {
  if (outcome !== 'reserved') throw new Error(`the search is not reserved: ${outcome}`);
}

/** A settlement may be stored although its confirmation is lost; a second try tells, and charges once. */
async function settleWithRetry(
  settle: () => Promise<SettleOutcome>,
  queryId: string,
  confirmBy: number,
): Promise<SettleOutcome> {
  for (const pauseMs of [...SETTLE_PAUSES_MS, undefined]) {
    try {
      return await settle();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (pauseMs === undefined || Date.now() + pauseMs >= confirmBy) throw unconfirmed(queryId, error);
      await sleep(pauseMs);
    }
  }
  throw unconfirmed(queryId);
}

function unconfirmed(queryId: string, cause?: unknown): AppError {
  const says =
    'The database became unavailable before it confirmed the charge. GET /v1/usage tells whether the search was billed.';
  const ctx = { dependency: 'database', query_id: queryId, billed: 'unknown' };
  return new AppError('dependency_unavailable', says, { says, ctx, cause });
}

/**
 * The answer, or the result of `late` if there is no answer by `time`. Its timer ends with the answer: a search would otherwise hold
 * all that it found until its deadline.
 */
async function answeredBy<Answer>(
  time: number,
  answer: Promise<Answer>,
  late: () => Answer,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<void>((resolve) => {
    // It does not keep the process alive.
    timer = setTimeout(resolve, Math.max(0, time - Date.now())).unref();
  });
  try {
    return await Promise.race([answer, overdue.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

function unanswered(): never {
  throw new AppError('dependency_unavailable', 'The database is unavailable.', {
    ctx: { dependency: 'database' },
  });
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'dependency_unavailable';
}

/** Pauses of 8 s in all: a database that fails over, or is overloaded for a moment, is back by then. */
const RELEASE_RETRIES = { retries: 5, firstPauseMs: 250, pauseMsMax: 4_000 };

/** What is not released at once is retried in the background, so that neither credits nor a key are held until it expires. */
async function releaseSoon(
  { ledger, logger }: Pick<Billing, 'ledger' | 'logger'>,
  reservation: ReleaseRequest,
): Promise<void> {
  const release = () => ledger.release(reservation);
  await release().catch(() => {
    retryWithBackoff(release, RELEASE_RETRIES).catch((error: unknown) => {
      logger.warn({ err: error }, 'a reservation was not released and will expire');
    });
  });
}
