import type { Balance } from './ledger.js';

export interface Wallet {
  periodStart: Date;
  periodEnd: Date;
  /** Granted by the operator for the period. */
  extraCredits: number;
  planReserved: number;
  planCharged: number;
  packAvailable: number;
  /** Cost of the period's searches, paid by the plan or by packs. */
  charged: number;
}

/**
 * The balance that the next reservation finds, by the rules of `sql/wallets.sql`.
 * @param wallet Undefined before the first movement of an account. @param planCredits Null: no limit.
 */
export function balanceIn(
  wallet: Wallet | undefined,
  period: BillingPeriod,
  planCredits: number | null,
  reserved: number,
): Balance {
  // Plan credits and grants expire with their period, packs do not. A wallet returns to an earlier period only from one behind the next.
  const isCurrent = (start: Date): boolean => start >= period.startsAt && start <= period.endsAt;
  const current = wallet && isCurrent(wallet.periodStart) ? wallet : undefined;
  const { planReserved = 0, planCharged = 0, extraCredits = 0, charged: used = 0 } = current ?? {};
  const spent = planReserved + planCharged;
  const packs = wallet?.packAvailable ?? 0;
  // After a change to a smaller plan, spent credits stay spent.
  const granted = planCredits === null ? null : Math.max(planCredits + extraCredits, spent);
  return {
    period: current ? { startsAt: current.periodStart, endsAt: current.periodEnd } : period,
    ...{ granted, used, reserved, packs },
    remaining: granted === null ? null : granted - spent + packs,
  };
}

export interface BillingPeriod {
  /** Inclusive. */
  startsAt: Date;
  /** Exclusive: when the next period begins and credits reset. */
  endsAt: Date;
}

/**
 * From the account's day of the month at 00:00 UTC to that day of the next month, or to the last day of a short month.
 */
export function billingPeriodAt(now: Date, billingDay: number): BillingPeriod {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const thisMonth = resetIn(year, month, billingDay);
  return now < thisMonth
    ? { startsAt: resetIn(year, month - 1, billingDay), endsAt: thisMonth }
    : { startsAt: thisMonth, endsAt: resetIn(year, month + 1, billingDay) };
}

function resetIn(year: number, month: number, billingDay: number): Date {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(billingDay, lastDay)));
}
