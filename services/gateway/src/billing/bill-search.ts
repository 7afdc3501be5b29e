import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@imagesearch/service-kit/errors';
import type {
  Ledger,
  ReleaseRequest,
  ReserveOutcome,
  ReserveRequest,
  Reservation,
  Settlement,
  SettleOutcome,
} from './ledger.js';

/** Pauses before a settlement is tried again. A database that fails over is back within the last. */
const SETTLE_PAUSES_MS = [50, 250, 1_000];

export interface BilledWork<Result> {
  result: Result;
  settlement: Settlement;
}

export type BilledOutcome<Result> =
  | { outcome: 'answered'; result: Result; charged: number; remaining: number | null }
  | Exclude<ReserveOutcome, { outcome: 'reserved' }>;

/**
 * Reserve, work, settle; failed work releases its reservation.
 * @throws AppError `dependency_unavailable` with `ctx.query_id` when it is not known whether the work was billed.
 */
export async function billSearch<Result>(
  ledger: Pick<Ledger, 'reserve' | 'settle'>,
  request: ReserveRequest,
  work: () => Promise<BilledWork<Result>>,
  release: (reservation: ReleaseRequest) => Promise<void>,
): Promise<BilledOutcome<Result>> {
  let reserved: ReserveOutcome;
  try {
    reserved = await ledger.reserve(request);
  } catch (error) {
    if (isUnavailable(error)) await release(request);
    throw error;
  }
  if (reserved.outcome !== 'reserved') return reserved;

  try {
    const { result, settlement } = await work();
    const settled = await settleWithRetry(ledger, reserved.reservation, settlement);
    if (settled.outcome === 'expired') {
      throw new AppError('deadline_exceeded', 'The search outlived its reservation.');
    }
    return { outcome: 'answered', result, charged: settlement.charged, remaining: settled.remaining };
  } catch (error) {
    await release(request);
    throw error;
  }
}

/** A settlement may be stored although its confirmation is lost; a second try tells, and charges once. */
async function settleWithRetry(
  ledger: Pick<Ledger, 'settle'>,
  reservation: Reservation,
  settlement: Settlement,
): Promise<SettleOutcome> {
  for (const pauseMs of SETTLE_PAUSES_MS) {
    try {
      return await ledger.settle(reservation, settlement);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(pauseMs);
    }
  }
  try {
    return await ledger.settle(reservation, settlement);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new AppError(
      'dependency_unavailable',
      'The database became unavailable before it confirmed the charge. GET /v1/usage tells whether the search was billed.',
      { ctx: { dependency: 'database', query_id: reservation.queryId, billed: 'unknown' }, cause: error },
    );
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'dependency_unavailable';
}
