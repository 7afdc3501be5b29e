import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Collection } from '../domain/collection.js';
import { refused } from './rebuild-refusal.js';

/** Where a copy begins: at its beginning, or where an earlier one was interrupted. */
export interface CopyStart {
  done: number;
  cursor: string | null;
}

/**
 * Copies points while other writers write to both collections, to `from` first. A point is copied again until both
 * sides have its revision. Yields how far it has come, with the cursor that goes on from there.
 */
export async function* copyFrom(
  start: CopyStart,
  from: Collection,
  to: Collection,
  call: CallContext,
): AsyncIterable<CopyStart> {
  let { done } = start;
  for await (const { revisions, cursor } of from.revisions(start.cursor)) {
    await copyUntilEqual([...revisions.keys()], revisions, from, to, call);
    done += revisions.size;
    yield { done, cursor };
  }
}

/** Yields the share of a collection that its engine has indexed, until it is 1. */
export async function* settling(collection: Collection, call: CallContext): AsyncIterable<number> {
  await collection.optimize();
  for (;;) {
    const share = await collection.indexedShare();
    yield Math.min(1, share);
    if (share >= 1) return;
    requireActive(call);
    await sleep(SETTLING_POLL_MS);
  }
}

export async function settled(collection: Collection, call: CallContext): Promise<void> {
  for await (const share of settling(collection, call)) if (share >= 1) return;
}

/** Another process may be between its two writes, so unequal counts are read again. */
export async function requireSameCount(serving: Collection, target: Collection): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const [wanted, there] = await Promise.all([serving.count(), target.count()]);
    if (wanted === there) return;
    if (attempt === COUNT_ATTEMPTS) {
      throw refused('unequal', `the serving index holds ${wanted} points and the rebuilt one ${there}`);
    }
    await sleep(COUNT_PAUSE_MS);
  }
}

export async function requireNoneMissing(serving: Collection, target: Collection): Promise<void> {
  const missing: string[] = [];
  let count = 0;
  for await (const { revisions } of serving.revisions(null)) {
    const there = await target.revisionsOf([...revisions.keys()]);
    const lacking = [...revisions.keys()].filter((id) => !there.has(id));
    count += lacking.length;
    missing.push(...lacking.slice(0, MISSING_NAMED_MAX - missing.length));
  }
  if (count === 0) return;
  throw refused('incomplete', `it lacks ${count} assets of the serving index, such as ${missing.join(', ')}`);
}

const SETTLING_POLL_MS = 500;
const COUNT_ATTEMPTS = 10;
const COUNT_PAUSE_MS = 200;
const MISSING_NAMED_MAX = 3;
/** Copies of one batch before the rebuild fails. Each further copy needs a write during the last one. */
const ATTEMPTS_MAX = 100;

async function copyUntilEqual(
  ids: readonly string[],
  wanted: ReadonlyMap<string, string>,
  from: Collection,
  to: Collection,
  call: CallContext,
): Promise<void> {
  let stale = unequal(ids, wanted, await to.revisionsOf(ids));
  for (let attempt = 0; stale.length > 0; attempt += 1) {
    requireActive(call);
    if (attempt === ATTEMPTS_MAX)
      throw new AppError('internal', `${stale[0] ?? ''} is written faster than it can be copied.`);
    const points = await from.read(stale);
    const present = new Set(points.map(({ assetId }) => assetId));
    await to.upsert(points);
    await to.delete(stale.filter((id) => !present.has(id)));
    // The serving side is read first: a later write to it also reaches the copy.
    const now = await from.revisionsOf(stale);
    stale = unequal(stale, now, await to.revisionsOf(stale));
  }
}

function unequal(
  ids: readonly string[],
  wanted: ReadonlyMap<string, string>,
  there: ReadonlyMap<string, string>,
): string[] {
  return ids.filter((id) => wanted.get(id) !== there.get(id));
}

function requireActive({ signal, deadlineAt }: CallContext): void {
  if (signal.aborted)
    throw new AppError('cancelled', 'The rebuild was cancelled; the serving index was kept.');
  if (Date.now() >= deadlineAt) {
    throw new AppError('deadline_exceeded', 'The rebuild took too long; the serving index was kept.');
  }
}
