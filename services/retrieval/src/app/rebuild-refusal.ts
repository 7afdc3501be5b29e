import { AppError } from '@imagesearch/service-kit/errors';

/** Why a rebuild is refused; the value of `ctx.reason`. */
export type RefusalReason = 'empty' | 'busy' | 'unknown' | 'incomplete' | 'unequal';

export function refused(reason: RefusalReason, why: string): AppError {
  return new AppError('rebuild_refused', `The rebuild is refused: ${why}.`, { ctx: { reason } });
}
