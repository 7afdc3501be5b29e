import type { Logger } from '@imagesearch/service-kit/logging';
import { listenToNotifications } from '@imagesearch/service-kit/postgres/notifications';
import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import type { TellChanges } from '../domain/change-listener.js';

/** How long after a change on another replica an answer of recent assets may still show the state before it. */
export const RECENT_AGE_MS_MAX = 2_000;

/** Of the trigger in `migrations/0003_asset_changes.sql`. */
const CHANNEL = 'rights_asset_changed';

/** Nobody else changes the embedded database. */
export const noOtherReplica: TellChanges = () => () => true;

/** Behind a pooler that shares connections between transactions, no notification arrives. */
export const unheardChanges: TellChanges = () => () => false;

export function notifiedChanges(url: string, lifecycle: Lifecycle, logger: Logger): TellChanges {
  return ({ forget, forgetAll }) => {
    const changes = listenToNotifications({
      url,
      channel: CHANNEL,
      onMessage: (assetId) => forget([assetId]),
      onGap: forgetAll,
      logger,
    });
    lifecycle.onClose('changes of assets', () => changes.close());
    return () => changes.isCurrent(RECENT_AGE_MS_MAX);
  };
}
