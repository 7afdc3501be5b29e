import type { CallContext } from '@imagesearch/service-kit/call-context';
import { toAppError, type ErrorCode } from '@imagesearch/service-kit/errors';
import type { Collection, CollectionStore } from '../domain/collection.js';
import type { RebuildProgress } from '../domain/vector-index.js';
import { copyAll, copyFrom, requireSameCount, requireSameNeighbours, settling } from './rebuild.js';
import type { RebuildLease } from './rebuild-lease.js';

export interface CopyingRebuild {
  store: CollectionStore;
  serving: Collection;
  target: Collection;
  lease: RebuildLease;
  /** Runs while no write runs. */
  betweenWrites: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Copies the serving collection, compares both and makes the copy serve. A copy that was interrupted goes on where it
 * stopped. The comparison reads both from the beginning, so it also finds what a killed writer left unequal.
 */
export async function* copyAndPublish(
  { store, serving, target, lease, betweenWrites }: CopyingRebuild,
  call: CallContext,
): AsyncIterable<RebuildProgress> {
  try {
    const total = await serving.count();
    const start = lease.progress;
    yield { phase: 'copy', done: Math.min(start.done, total), total };
    for await (const { done, cursor } of copyFrom(start, serving, target, call)) {
      await lease.keep({ target: target.name, done, cursor });
      yield { phase: 'copy', done: Math.min(done, total), total };
    }
    for await (const share of settling(target, call)) {
      await lease.confirm();
      yield { phase: 'index', done: Math.floor(share * total), total };
    }
    for await (const done of copyAll(serving, target, call)) {
      await lease.confirm();
      yield { phase: 'verify', done, total };
    }
    await requireSameNeighbours(serving, target, call);
    await betweenWrites(async () => {
      await requireSameCount(serving, target);
      await lease.confirm();
      await store.publish(target);
    });
  } catch (error) {
    if (!mayGoOn(error)) {
      await lease.confirm();
      await store.drop(target.name);
    }
    throw error;
  }
}

/** Nothing is wrong with the copy itself: a later rebuild goes on with it. */
function mayGoOn(error: unknown): boolean {
  const { code, ctx } = toAppError(error);
  return INTERRUPTIONS.has(code) || (code === 'rebuild_refused' && ctx['reason'] === 'busy');
}

const INTERRUPTIONS = new Set<ErrorCode>(['cancelled', 'deadline_exceeded', 'dependency_unavailable']);
