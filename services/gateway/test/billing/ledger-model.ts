import { billingPeriodAt } from '../../src/billing/balance.js';
import type { Balance, ReserveOutcome, SettleOutcome } from '../../src/billing/ledger.js';

const ANSWER_LIFETIME_MS = 24 * 60 * 60_000;

/** Kind, effect on plan credits, effect on packs, charge. */
export type Entry = [kind: string, plan: number, pack: number, charged: number];

interface Wallet {
  /** Start of the period, Unix milliseconds; -1 before the first movement. */
  period: number;
  periodEnd: number;
  planCredits: number | null;
  extra: number;
  available: number;
  reserved: number;
  charged: number;
  packs: number;
  /** What the searches of the period cost, whatever paid for them. */
  used: number;
}

interface ModelReservation {
  queryId: string;
  credits: number;
  plan: number;
  pack: number;
  period: number;
  expiresAt: number;
  key: string | null;
}

interface ModelRecord {
  requestHash: string;
  queryId: string;
  answer: string | null;
  expiresAt: number;
}

export interface ModelRequest {
  queryId: string;
  credits: number;
  expiresAt: number;
  idempotency: { key: string; requestHash: string } | null;
}

type ModelOutcome =
  | { outcome: 'reserved'; remaining: number | null }
  | { outcome: 'exhausted'; remaining: number; resetsAt: Date }
  | { outcome: 'replay'; answer: string; remaining: number | null }
  | { outcome: Extract<ReserveOutcome['outcome'], 'in_flight' | 'mismatch'> };

const UNOPENED: Wallet = {
  period: -1,
  periodEnd: -1,
  planCredits: null,
  extra: 0,
  available: 0,
  reserved: 0,
  charged: 0,
  packs: 0,
  used: 0,
};

/**
 * The credit rules for one account, in the plainest form: no database, no clock, no concurrency. The functions in
 * `src/billing/sql` are tested against it. Times are Unix milliseconds.
 */
export class AccountModel {
  readonly billingDay: number;
  planCredits: number | null;
  readonly reservations: ModelReservation[] = [];
  /** What the ledger should hold, in the order of the movements. */
  readonly entries: Entry[] = [];
  /** What the query log should hold, by query id. */
  readonly log = new Map<string, { status: 'answered' | 'failed'; charged: number }>();
  readonly #records = new Map<string, ModelRecord>();
  #wallet = UNOPENED;

  constructor(planCredits: number | null, billingDay: number) {
    this.planCredits = planCredits;
    this.billingDay = billingDay;
  }

  reserve(now: number, { queryId, credits, expiresAt, idempotency }: ModelRequest): ModelOutcome {
    this.#open(now);
    this.expire(now);
    const wallet = this.#wallet;
    const remaining = this.planCredits === null ? null : wallet.available + wallet.packs;

    const seen = idempotency && this.#records.get(idempotency.key);
    if (seen && seen.expiresAt > now) {
      if (seen.requestHash !== idempotency.requestHash) return { outcome: 'mismatch' };
      return seen.answer === null
        ? { outcome: 'in_flight' }
        : { outcome: 'replay', answer: seen.answer, remaining };
    }
    if (remaining !== null && remaining < credits) {
      return { outcome: 'exhausted', remaining, resetsAt: new Date(wallet.periodEnd) };
    }

    const plan = remaining === null ? 0 : Math.min(credits, wallet.available);
    const pack = remaining === null ? 0 : credits - plan;
    wallet.available -= plan;
    wallet.reserved += plan;
    wallet.packs -= pack;
    this.entries.push(['reserve', 0 - plan, 0 - pack, 0]);
    const key = idempotency?.key ?? null;
    this.reservations.push({ queryId, credits, plan, pack, period: wallet.period, expiresAt, key });
    if (idempotency) {
      const { requestHash } = idempotency;
      this.#records.set(idempotency.key, { requestHash, queryId, answer: null, expiresAt });
    }
    return { outcome: 'reserved', remaining: remaining === null ? null : remaining - credits };
  }

  settle(now: number, queryId: string, charged: number, answer: string): SettleOutcome {
    const reservation = this.#take(queryId);
    if (reservation) {
      this.#close(reservation, 'settle', charged);
      this.log.set(queryId, { status: 'answered', charged });
      const record = this.#recordOf(reservation);
      if (record) Object.assign(record, { answer, expiresAt: now + ANSWER_LIFETIME_MS });
    } else if (this.log.get(queryId)?.status !== 'answered') return { outcome: 'expired' };
    const { planCredits, available, packs } = this.#wallet;
    return { outcome: 'settled', remaining: planCredits === null ? null : available + packs };
  }

  release(queryId: string): void {
    const reservation = this.#take(queryId);
    if (!reservation) return;
    this.#close(reservation, 'release', 0);
    this.log.set(queryId, { status: 'failed', charged: 0 });
    if (reservation.key !== null && this.#recordOf(reservation)) this.#records.delete(reservation.key);
  }

  /** Releases the reservations that have expired. */
  expire(now: number): void {
    for (const { queryId } of this.reservations.filter(({ expiresAt }) => expiresAt <= now))
      this.release(queryId);
  }

  /** @returns what is left to reserve. */
  grant(now: number, credits: number): number {
    this.#open(now);
    this.#wallet.extra += credits;
    this.#open(now);
    return this.#wallet.available + this.#wallet.packs;
  }

  /** @returns what packs have left. */
  addPack(now: number, credits: number): number {
    this.#open(now);
    this.#wallet.packs += credits;
    this.entries.push(['pack', 0, credits, 0]);
    return this.#wallet.packs;
  }

  /** Maintenance: takes an account whose period is over into the present one. */
  openPeriod(now: number): void {
    if (this.#wallet !== UNOPENED && this.#wallet.periodEnd <= now) this.#open(now);
  }

  balance(now: number): Balance {
    const { wallet } = this.#opened(now);
    const limited = this.planCredits !== null;
    return {
      period: { startsAt: new Date(wallet.period), endsAt: new Date(wallet.periodEnd) },
      granted: limited ? wallet.available + wallet.reserved + wallet.charged : null,
      used: wallet.used,
      reserved: this.reservations.reduce((sum, { credits }) => sum + credits, 0),
      remaining: limited ? wallet.available + wallet.packs : null,
      packs: wallet.packs,
    };
  }

  #open(now: number): void {
    const { wallet, entries } = this.#opened(now);
    this.#wallet = wallet;
    this.entries.push(...entries);
  }

  /** The wallet in the period of `now` and under the present plan, and the entries that take it there. */
  #opened(now: number): { wallet: Wallet; entries: Entry[] } {
    const { startsAt, endsAt } = billingPeriodAt(new Date(now), this.billingDay);
    const entries: Entry[] = [];
    let wallet = { ...this.#wallet, planCredits: this.planCredits };
    if (wallet.period < startsAt.getTime() || wallet.period > endsAt.getTime()) {
      if (wallet.available > 0) entries.push(['expire', -wallet.available, 0, 0]);
      const { packs, planCredits } = wallet;
      wallet = { ...UNOPENED, period: startsAt.getTime(), periodEnd: endsAt.getTime(), packs, planCredits };
    }
    // What is not spent is available.
    const available =
      this.planCredits === null
        ? 0
        : Math.max(this.planCredits + wallet.extra - wallet.reserved - wallet.charged, 0);
    const change = available - wallet.available;
    if (change !== 0) entries.push([change > 0 ? 'grant' : 'expire', change, 0, 0]);
    wallet.available = available;
    return { wallet, entries };
  }

  #take(queryId: string): ModelReservation | undefined {
    const at = this.reservations.findIndex((reservation) => reservation.queryId === queryId);
    return at < 0 ? undefined : this.reservations.splice(at, 1)[0];
  }

  #recordOf({ key, queryId }: ModelReservation): ModelRecord | undefined {
    const record = key === null ? undefined : this.#records.get(key);
    return record?.queryId === queryId ? record : undefined;
  }

  /** The plan's share pays first; the rest goes back to where it came from, or expires with a period that is over. */
  #close({ plan, pack, period }: ModelReservation, kind: 'settle' | 'release', charged: number): void {
    const wallet = this.#wallet;
    const fromPlan = Math.min(charged, plan);
    const fromPack = plan + pack > 0 ? charged - fromPlan : 0;
    this.entries.push([kind, plan - fromPlan, pack - fromPack, charged]);
    wallet.packs += pack - fromPack;
    if (period === wallet.period) {
      wallet.available += plan - fromPlan;
      wallet.reserved -= plan;
      wallet.charged += fromPlan;
      wallet.used += charged;
    } else if (plan > fromPlan) this.entries.push(['expire', fromPlan - plan, 0, 0]);
  }
}
