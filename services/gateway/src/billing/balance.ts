import type { BillingPeriod } from './billing-period.js';
import type { Balance } from './ledger.js';

/** What the ledger last stored for an account, in credits. */
export interface Wallet {
  periodStart: Date;
  periodEnd: Date;
  /** Granted by the operator for the period. */
  extraCredits: number;
  planReserved: number;
  planCharged: number;
  packAvailable: number;
  /** What the searches of the period cost, whatever paid for them. */
  charged: number;
}

/** The wallet of an account whose credits never moved. */
export function newWallet({ startsAt, endsAt }: BillingPeriod): Wallet {
  return {
    periodStart: startsAt,
    periodEnd: endsAt,
    extraCredits: 0,
    planReserved: 0,
    planCharged: 0,
    packAvailable: 0,
    charged: 0,
  };
}

/**
 * The balance as the next reservation finds it: `sql/open_wallet.sql` brings the wallet up to the same period and plan.
 * @param planCredits What the plan gives a period; null gives without a limit.
 * @param reserved Credits of all searches in flight, those of an earlier period too.
 */
export function balanceIn(
  stored: Wallet,
  period: BillingPeriod,
  planCredits: number | null,
  reserved: number,
): Balance {
  // Plan credits and grants expire with their period; packs stay. A wallet never goes back to an earlier period.
  const wallet =
    stored.periodStart < period.startsAt
      ? { ...newWallet(period), packAvailable: stored.packAvailable }
      : stored;
  const spent = wallet.planReserved + wallet.planCharged;
  // On a plan that gives less than before, what is spent stays spent.
  const granted = planCredits === null ? null : Math.max(planCredits + wallet.extraCredits, spent);
  return {
    period: { startsAt: wallet.periodStart, endsAt: wallet.periodEnd },
    granted,
    used: wallet.charged,
    reserved,
    remaining: granted === null ? null : granted - spent + wallet.packAvailable,
    packs: wallet.packAvailable,
  };
}
