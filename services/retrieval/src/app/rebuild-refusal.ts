import { AppError } from '@imagesearch/service-kit/errors';
import type { Collection } from '../domain/collection.js';

/** Why a rebuild is refused; the value of `ctx.reason`. */
export type RefusalReason = 'empty' | 'busy' | 'unknown' | 'incomplete' | 'unequal';

export function refused(reason: RefusalReason, why: string): AppError {
  return new AppError('rebuild_refused', `The rebuild is refused: ${why}.`, { ctx: { reason } });
}

/** @throws AppError `rebuild_refused` when it is not the rebuild that is filled. */
export function requireRebuild(rebuild: Collection | undefined, rebuildId: string): Collection {
  if (rebuild?.name === rebuildId) return rebuild;
  throw refused('unknown', 'there is no rebuild with this id: it was published, abandoned or never started');
}
