import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { IndexedModel } from './index/model.js';
import type { Collection, CollectionStore, RebuildProgress, StartedRebuild } from './index/vector-index.js';
import type { RunningReads, RunningWrites } from './running-calls.js';

/** The embedding service changes its model a moment after the index does; no search is refused in between. */
const MODEL_CHANGE_MS = 2_000;

/** Fills a second collection beside the serving one, and makes it serve. */
export class Rebuilds {
  readonly #store: CollectionStore;
  readonly #reads: RunningReads;
  readonly #writes: RunningWrites;
  readonly #turns = createSemaphore(1);
  #retiring: Collection | undefined;

  constructor(store: CollectionStore, reads: RunningReads, writes: RunningWrites) {
    this.#store = store;
    this.#reads = reads;
    this.#writes = writes;
  }

  /** Filled by the model before; still answers the queries of that model. */
  get retiring(): Collection | undefined {
    return this.#retiring;
  }

  start(model: IndexedModel): Promise<StartedRebuild> {
    return this.#turns.run(async () => {
      const { rebuild } = await this.#store.aliases();
      if (rebuild?.model.fingerprint === model.fingerprint) return { id: rebuild.name, resumed: true };
      return { id: (await this.#newRebuild(model)).name, resumed: false };
    });
  }

  publish(rebuildId: string, { allowMissing }: { allowMissing: boolean }, call: CallContext): Promise<void> {
    return this.#turns.run(async () => {
      const { rebuild, serving } = await this.#store.aliases();
      const target = requireRebuild(rebuild, rebuildId);
      await settled(target, call);
      while (!(await this.#publishComplete(target, serving, allowMissing))) {
        // A write happened during the comparison, so it is repeated.
      }
      if (serving !== undefined) await this.#retire(serving, target);
    });
  }

  abandon(rebuildId: string): Promise<void> {
    return this.#writes.inOrder(async () => {
      const { rebuild } = await this.#store.aliases();
      if (rebuild?.name === rebuildId) await this.#store.drop(rebuildId);
    });
  }

  async *copy(call: CallContext): AsyncIterable<RebuildProgress> {
    // Held across the whole generator, because its caller reads between the steps.
    const release = await this.#turns.acquire();
    try {
      yield* this.#copyAndPublish(call);
    } finally {
      release();
    }
  }

  /** Copies the serving collection in the order of its ids and makes the copy serve. What is interrupted goes on later. */
  async *#copyAndPublish(call: CallContext): AsyncIterable<RebuildProgress> {
    const { serving, rebuild } = await this.#store.currentAliases();
    if (serving === undefined) throw refused('empty', 'nothing has been indexed yet');
    if (rebuild !== undefined && rebuild.model.fingerprint !== serving.model.fingerprint) {
      throw refused(
        'busy',
        `${rebuild.name} is being filled for another model; publish it or abandon it first`,
      );
    }
    const { target, start } = await this.#resumedOrNew(serving.model);
    const total = await serving.size();
    yield { phase: 'copy', done: Math.min(start.done, total), total };
    for await (const { done, cursor } of copyFrom(start, serving, target, call)) {
      // An operator may have abandoned it, or another replica published it.
      requireRebuild((await this.#store.currentAliases()).rebuild, target.name);
      await this.#store.keepRebuildRecord({ target: target.name, done, cursor });
      yield { phase: 'copy', done: Math.min(done, total), total };
    }
    for await (const share of settling(target, call))
      yield { phase: 'index', done: Math.floor(share * total), total };
    await this.#writes.inOrder(async () => {
      await requireSameCount(serving, target);
      await this.#store.publish(target);
    });
    await this.#retire(serving, target);
    const published = await target.size();
    yield { phase: 'published', done: published, total: published };
  }

  async #resumedOrNew(model: IndexedModel): Promise<{ target: Collection; start: CopyStart }> {
    const [{ rebuild }, record] = [await this.#store.currentAliases(), await this.#store.rebuildRecord()];
    if (rebuild === undefined || rebuild.name !== record?.target)
      return { target: await this.#newRebuild(model), start: { done: 0, cursor: null } };
    await this.#whenKnown();
    return { target: rebuild, start: record };
  }

  /** False when the size of the serving index has changed since it was compared with the target. */
  async #publishComplete(
    target: Collection,
    serving: Collection | undefined,
    allowMissing: boolean,
  ): Promise<boolean> {
    const compared = await serving?.size();
    if (!allowMissing && serving !== undefined) await requireNoneMissing(serving, target);
    return this.#writes.inOrder(async () => {
      if (!allowMissing && (await serving?.size()) !== compared) return false;
      await this.#store.publish(target);
      return true;
    });
  }

  /** Returns when every writer, in this and in other processes, knows the new collection: a copy then misses no write. */
  async #newRebuild(model: IndexedModel): Promise<Collection> {
    const { serving, rebuild } = await this.#store.aliases();
    if (rebuild !== undefined) await this.#store.drop(rebuild.name);
    await this.#store.dropLeftovers();
    const target = await this.#store.createRebuild(model, (await serving?.size()) ?? 0);
    await this.#whenKnown();
    return target;
  }

  async #whenKnown(): Promise<void> {
    await this.#writes.ended();
    await sleep(this.#store.staleMs);
  }

  /** Drops a collection that no longer serves, after its last read. */
  async #retire(collection: Collection, heir: Collection): Promise<void> {
    if (collection.model.fingerprint !== heir.model.fingerprint) {
      this.#retiring = collection;
      await sleep(MODEL_CHANGE_MS);
      this.#retiring = undefined;
    }
    await sleep(this.#store.staleMs);
    await this.#reads.ended(collection.name);
    await this.#store.drop(collection.name);
  }
}

/** Where a copy begins: at its beginning, or where an earlier one was interrupted. */
interface CopyStart {
  done: number;
  cursor: string | null;
}

/**
 * Copies points while other writers write to both collections, to `from` first. A point is copied again until both
 * sides have its revision. Yields how far it has come, with the cursor that goes on from there.
 */
async function* copyFrom(
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
async function* settling(collection: Collection, call: CallContext): AsyncIterable<number> {
  await collection.optimize();
  for (;;) {
    const share = await collection.indexedShare();
    yield Math.min(1, share);
    if (share >= 1) return;
    requireActive(call);
    await sleep(SETTLING_POLL_MS);
  }
}

async function settled(collection: Collection, call: CallContext): Promise<void> {
  for await (const share of settling(collection, call)) if (share >= 1) return;
}

/** Another process may be between its two writes, so unequal counts are read again. */
async function requireSameCount(serving: Collection, target: Collection): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const [wanted, there] = await Promise.all([serving.size(), target.size()]);
    if (wanted === there) return;
    if (attempt === COUNT_ATTEMPTS) {
      throw refused('unequal', `the serving index holds ${wanted} points and the rebuilt one ${there}`);
    }
    await sleep(COUNT_PAUSE_MS);
  }
}

async function requireNoneMissing(serving: Collection, target: Collection): Promise<void> {
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

/** Why a rebuild is refused; the value of `ctx.reason`. */
type RefusalReason = 'empty' | 'busy' | 'unknown' | 'incomplete' | 'unequal';

function refused(reason: RefusalReason, why: string): AppError {
  return new AppError('rebuild_refused', `The rebuild is refused: ${why}.`, { ctx: { reason } });
}

/** @throws AppError `rebuild_refused` when it is not the rebuild that is filled. */
export function requireRebuild(rebuild: Collection | undefined, rebuildId: string): Collection {
  if (rebuild?.name === rebuildId) return rebuild;
  throw refused('unknown', 'there is no rebuild with this id: it was published, abandoned or never started');
}
