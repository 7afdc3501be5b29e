import { setTimeout as sleep } from 'node:timers/promises';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { IndexedModel } from './index/model.js';
import type { Collection, CollectionStore } from './index/vector-index.js';

/** The embedding service changes its model a moment after the index does; no search is refused in between. */
const MODEL_CHANGE_MS = 2_000;

/** Fills a second collection beside the serving one, and makes it serve. */
export class Rebuilds {
  readonly #store: CollectionStore;
  readonly #reads: RunningCalls;
  readonly #writes: RunningCalls;
  readonly #turns = createSemaphore(1);
  readonly #inOrder = createSemaphore(1);
  #retiring: Collection | undefined;

  constructor(store: CollectionStore, reads: RunningCalls, writes: RunningCalls) {
    this.#store = store;
    this.#reads = reads;
    this.#writes = writes;
  }

  /** Filled by the model before; still answers the queries of that model. */
  get retiring(): Collection | undefined {
    return this.#retiring;
  }

  /** During a rebuild writes run one after another: two writes of a point reach both collections in the same order. */
  inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inOrder.run(work);
  }

  /** Creates an empty index for a model next to the serving one, or resumes an earlier rebuild for this model. @returns its id */
  start(model: IndexedModel): Promise<string> {
    return this.#turns.run(async () => {
      const { rebuild } = await this.#store.aliases();
      if (rebuild?.model.fingerprint === model.fingerprint) return rebuild.name;
      return (await this.#newRebuild(model)).name;
    });
  }

  /** @throws AppError `rebuild_refused` when the rebuild is unknown or incomplete. */
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
    return this.inOrder(async () => {
      const { rebuild } = await this.#store.aliases();
      if (rebuild?.name === rebuildId) await this.#store.drop(rebuildId);
    });
  }

  /** False when the target may lack what was written since it was compared with the serving index. */
  async #publishComplete(
    target: Collection,
    serving: Collection | undefined,
    allowMissing: boolean,
  ): Promise<boolean> {
    const compared = await serving?.size();
    if (!allowMissing && serving !== undefined) await this.#requireNoneMissing(serving, target);
    const getsEveryWrite = serving?.model.fingerprint === target.model.fingerprint;
    return this.inOrder(async () => {
      if (!allowMissing && !getsEveryWrite && (await serving?.size()) !== compared) return false;
      await this.#store.publish(target);
      return true;
    });
  }

  async #requireNoneMissing(serving: Collection, target: Collection): Promise<void> {
    const named: string[] = [];
    let count = 0;
    for await (const page of serving.pages([])) {
      const lacking = await lackingIn(target, [...page.keys()]);
      if (lacking.length === 0) continue;
      // A write may be between the two, and what was listed may be gone.
      const missing = await this.inOrder(async () => {
        const present = await serving.read(lacking, []);
        return lackingIn(target, [...present.keys()]);
      });
      count += missing.length;
      named.push(...missing.slice(0, MISSING_NAMED_MAX - named.length));
    }
    if (count === 0) return;
    throw refused('incomplete', `it lacks ${count} assets of the serving index, such as ${named.join(', ')}`);
  }

  /** Returns when every writer, in this and in other processes, knows the new collection: it then misses no write. */
  async #newRebuild(model: IndexedModel): Promise<Collection> {
    const { serving, rebuild } = await this.#store.aliases();
    if (rebuild !== undefined) await this.#store.drop(rebuild.name);
    await this.#store.dropLeftovers();
    const target = await this.#store.create('rebuild', model, (await serving?.size()) ?? 0);
    await this.#writes.ended();
    await sleep(this.#store.staleMs);
    return target;
  }

  /** Drops a collection that no longer serves, after its last read. */
  async #retire(collection: Collection, heir: Collection): Promise<void> {
    if (collection.model.fingerprint !== heir.model.fingerprint) {
      this.#retiring = collection;
      await sleep(MODEL_CHANGE_MS);
      this.#retiring = undefined;
    }
    await sleep(this.#store.staleMs);
    await this.#reads.ended();
    await this.#store.drop(collection.name);
  }
}

/** The calls that run: a collection is dropped after its last read. */
export class RunningCalls {
  readonly #running = new Set<Promise<unknown>>();

  run<Result>(call: () => Promise<Result>): Promise<Result> {
    const running = call().finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Returns when those that run now have ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

/** Returns when the collection's engine has indexed all of it. */
async function settled(collection: Collection, call: CallContext): Promise<void> {
  await collection.optimize();
  while ((await collection.state()).indexedShare < 1) {
    assertLive(call);
    await sleep(SETTLING_POLL_MS);
  }
}

/** Those that the target does not have. */
async function lackingIn(target: Collection, ids: readonly string[]): Promise<string[]> {
  const there = await target.read(ids, []);
  return ids.filter((id) => !there.has(id));
}

const SETTLING_POLL_MS = 500;
const MISSING_NAMED_MAX = 3;

/** Why a rebuild is refused; the value of `ctx.reason`. */
type RefusalReason = 'unknown' | 'incomplete';

function refused(reason: RefusalReason, why: string): AppError {
  return new AppError('rebuild_refused', `The rebuild is refused: ${why}.`, { ctx: { reason } });
}

/** @throws AppError `rebuild_refused` when it is not the rebuild that is filled. */
export function requireRebuild(rebuild: Collection | undefined, rebuildId: string): Collection {
  if (rebuild?.name === rebuildId) return rebuild;
  throw refused('unknown', 'there is no rebuild with this id: it was published, abandoned or never started');
}
