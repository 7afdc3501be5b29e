import { AppError } from '@imagesearch/service-kit/errors';
import { hasLostIndex } from '../health/readiness.js';
import type { StackStatus } from '../health/stack-status.js';

/**
 * An empty index beside a filled catalogue is an outage, not an answer: nobody pays for what it does not find.
 * @throws AppError `dependency_unavailable`
 */
export async function requireFilledIndex(stackStatus: Pick<StackStatus, 'latest'>): Promise<void> {
  if (!hasLostIndex(await stackStatus.latest())) return;
  throw new AppError('dependency_unavailable', 'The index is empty. It has to be filled again.', {
    ctx: { service: 'retrieval' },
  });
}
