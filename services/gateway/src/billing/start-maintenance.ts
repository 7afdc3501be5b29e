import type { Logger } from '@imagesearch/service-kit/logging';
import type { LedgerMaintenance, Retention } from './ledger-maintenance.js';
import type { Pricing } from './plans.js';

/** Partitions are created months ahead, so a check every hour is enough. */
const MONTHS_INTERVAL_MS = 60 * 60_000;

export interface MaintenanceOptions {
  maintenance: LedgerMaintenance;
  /** Sets the clock of the maintenance, and of everything else that moves credits. */
  synchronise: () => Promise<void>;
  pricing: Pricing;
  retention: Retention;
  intervalMs: number;
  logger: Logger;
  /** Called with the number of expired reservations that were released. */
  onExpired: (released: number) => void;
}

export interface RunningMaintenance {
  /** Starts no further round, and waits for the current one. */
  stop(): Promise<void>;
}

/** Runs maintenance at once and then at an interval. A failed round is logged; the next round repeats its work. */
export function startMaintenance(options: MaintenanceOptions): RunningMaintenance {
  const { intervalMs, logger } = options;
  let monthsDueAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const round = async (): Promise<void> => {
    try {
      const withMonths = performance.now() >= monthsDueAt;
      await maintenanceRound(options, withMonths);
      if (withMonths) monthsDueAt = performance.now() + MONTHS_INTERVAL_MS;
    } catch (error) {
      logger.warn({ err: error }, 'a round of maintenance failed; the next one tries again');
    }
    if (!stopped) timer = setTimeout(next, intervalMs).unref();
  };
  const next = (): void => {
    running = round();
  };
  let running = round();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function maintenanceRound(
  { maintenance, synchronise, pricing, retention, logger, onExpired }: MaintenanceOptions,
  withMonths: boolean,
): Promise<void> {
  await synchronise();
  const released = await maintenance.expireReservations();
  if (released > 0) {
    logger.info({ released }, 'released expired reservations');
    onExpired(released);
  }
  await maintenance.openPeriods(new Map(pricing.plans.map((plan) => [plan.id, plan.monthly_credits])));
  await maintenance.expireAnswers();
  if (!withMonths) return;
  const { dropped, implausible } = await maintenance.maintainMonths(retention);
  if (dropped.length > 0) logger.info({ dropped }, 'dropped months past their retention');
  if (implausible.length > 0)
    logger.warn(
      { implausible },
      'kept expired months: the clock contradicts the data, or nothing happened for months',
    );
}
