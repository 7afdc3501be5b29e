import type { Logger } from '@imagesearch/service-kit/logging';
import { ProcessWindows } from './process-windows.js';
import type { Windows } from './windows.js';
import { UnreportedRequests } from './unreported-requests.js';
import { RedisWindows } from './redis-windows.js';
import { SharedWindows, type LimiterEvents } from './shared-windows.js';

export interface OpenWindowsOptions {
  /** Unset counts in this process alone. */
  redisUrl: string | undefined;
  replicasMax: number;
  leaseMs: number;
  events: LimiterEvents;
  logger: Logger;
}

/** Windows that every replica shares when there is a Redis, else this process's own. */
export async function openWindows(
  options: OpenWindowsOptions,
): Promise<{ windows: Windows; close: () => void }> {
  const { redisUrl, replicasMax, leaseMs, events, logger } = options;
  const own = new ProcessWindows({ leaseMs });
  if (redisUrl === undefined) return { windows: own, close: () => undefined };
  const shared = new RedisWindows({ url: redisUrl, leaseMs, logger });
  const windows = new SharedWindows({
    shared,
    own,
    unreportedRequests: new UnreportedRequests({ leaseMs }),
    replicasMax,
    events,
    logger,
  });
  await windows.start();
  return { windows, close: () => windows.close() };
}
