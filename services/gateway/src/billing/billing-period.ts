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
