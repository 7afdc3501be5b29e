import type { Logger } from '@imagesearch/service-kit/logging';
import type { LedgerMaintenance, Retention } from './ledger-maintenance.js';
import type { Pricing } from './plans.js';

/** How often partitions are checked. They are made months ahead, so an hour is soon enough. */
const MONTHS_INTERVAL_MS = 60 * 60_000;

export interface MaintenanceOptions {
  maintenance: LedgerMaintenance;
  pricing: Pricing;
  retention: Retention;
  intervalMs: number;
  logger: Logger;
  /** Hears how many reservations had expired and were released. */
  onExpired: (released: number) => void;
}

export interface RunningMaintenance {
  /** Starts no further round, and waits for the one that runs. */
  stop(): Promise<void>;
}

/**
 * Runs a round of maintenance at once and then at an interval. A round that fails is logged; the next one, or another
 * replica, does its work.
 */
export function startMaintenance(options: MaintenanceOptions): RunningMaintenance {
  const { intervalMs, logger } = options;
  let monthsDueAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const round = async (): Promise<void> => {
    try {
      const withMonths = Date.now() >= monthsDueAt;
      await maintenanceRound(options, withMonths);
      if (withMonths) monthsDueAt = Date.now() + MONTHS_INTERVAL_MS;
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
  { maintenance, pricing, retention, logger, onExpired }: MaintenanceOptions,
  withMonths: boolean,
): Promise<void> {
  const released = await maintenance.expireReservations();
  if (released > 0) {
    logger.info({ released }, 'released expired reservations');
    onExpired(released);
  }
  await maintenance.openPeriods(new Map(pricing.plans.map((plan) => [plan.id, plan.monthly_credits])));
  await maintenance.expireAnswers();
  if (!withMonths) return;
  const dropped = await maintenance.maintainMonths(retention);
  if (dropped.length > 0) logger.info({ dropped }, 'dropped months past their retention');
}
