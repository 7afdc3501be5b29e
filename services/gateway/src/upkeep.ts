import type { Logger } from '@imagesearch/service-kit/logging';
import { planOf, type Pricing } from './domain/plans.js';
import type { LedgerUpkeep, Retention } from './store/ledger-upkeep.js';

/** How often partitions are looked at. They are made months ahead, so that an hour is soon enough. */
const MONTHS_INTERVAL_MS = 60 * 60_000;

export interface UpkeepOptions {
  upkeep: LedgerUpkeep;
  pricing: Pricing;
  retention: Retention;
  intervalMs: number;
  logger: Logger;
  /** Hears how many reservations were released because their gateway had left them behind. */
  onLapsed: (released: number) => void;
}

export interface RunningUpkeep {
  /** Starts no further round, and waits for the one that runs. */
  stop(): Promise<void>;
}

/**
 * Does what has to be done from time to time, at once and then at an interval. A round that fails is logged, and made
 * good by the next one or by another replica.
 */
export function startUpkeep(options: UpkeepOptions): RunningUpkeep {
  const { intervalMs, logger } = options;
  let monthsDueAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const round = async (): Promise<void> => {
    try {
      const withMonths = Date.now() >= monthsDueAt;
      await upkeepRound(options, withMonths);
      if (withMonths) monthsDueAt = Date.now() + MONTHS_INTERVAL_MS;
    } catch (error) {
      logger.warn({ err: error }, 'a round of upkeep failed and will be made good by the next');
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

async function upkeepRound(
  { upkeep, pricing, retention, logger, onLapsed }: UpkeepOptions,
  withMonths: boolean,
): Promise<void> {
  const released = await upkeep.releaseLapsed();
  if (released > 0) {
    logger.info({ released }, 'released reservations that were left behind');
    onLapsed(released);
  }
  await upkeep.openPeriods((plan) => planOf(pricing, plan).monthly_credits);
  await upkeep.forgetAnswers();
  if (!withMonths) return;
  const dropped = await upkeep.turnMonths(retention);
  if (dropped.length > 0) logger.info({ dropped }, 'dropped months past their retention');
}
