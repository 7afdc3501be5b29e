import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { openLanceStore } from '../src/adapters/lancedb/lance-store.js';
import { replacing } from '../src/adapters/qdrant/rebuild-record-point.js';
import { RebuildLease } from '../src/app/rebuild-lease.js';
import { ServingIndex } from '../src/app/serving-index.js';
import type { CollectionStore } from '../src/domain/collection.js';
import { UNKNOWN_FACETS, type Point } from '../src/domain/point.js';
import { NO_REBUILD } from '../src/domain/rebuild-record.js';

const MODEL = { fingerprint: 'sha256:lease', sentenceDimensions: 0 };
const TIMES = { leaseMs: 600, renewMs: 100, pollMs: 20 };
const BUSY = { code: 'rebuild_refused', ctx: { reason: 'busy' } };

let dir: string;
let store: CollectionStore;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rebuild-lease-'));
  store = await openLanceStore(dir);
});
afterEach(async () => {
  await store.close();
  await rm(dir, { recursive: true, force: true });
});

const pointAt = (at: number): Point => ({
  assetId: `a:${at}`,
  contentVersion: 'v1',
  image: Float32Array.of(Math.cos(at), Math.sin(at)),
  caption: null,
  sentence: null,
  terms: [],
  words: [],
  texts: null,
  facets: UNKNOWN_FACETS,
  perceptualHash: null,
  localFeatures: null,
});

describe('two replicas on one store', () => {
  test('do not drop what the other builds: the second is refused, for any model, until the first has ended', async () => {
    const [first, second] = [new ServingIndex(store), new ServingIndex(store)];
    await first.upsert(
      MODEL,
      Array.from({ length: 50 }, (_, at) => pointAt(at)),
    );
    const steps = first.rebuild(detachedCall(60_000))[Symbol.asyncIterator]();
    expect(await steps.next()).toMatchObject({ value: { phase: 'copy', done: 0 } });
    const { rebuild } = await store.aliases();
    expect(rebuild).toBeDefined();
    await expect(second.rebuild(detachedCall(60_000))[Symbol.asyncIterator]().next()).rejects.toMatchObject(
      BUSY,
    );
    await expect(
      second.startRebuild({ fingerprint: 'sha256:other', dimensions: 2, sentenceDimensions: 0 }),
    ).rejects.toMatchObject(BUSY);
    expect((await store.aliases()).rebuild?.name).toBe(rebuild?.name);

    let last: string | undefined;
    for (let step = await steps.next(); step.done !== true; step = await steps.next())
      last = step.value.phase;
    expect(last).toBe('published');
    expect((await store.aliases()).serving?.name).toBe(rebuild?.name);
    for await (const { phase } of second.rebuild(detachedCall(60_000))) last = phase;
    expect(last).toBe('published');
    expect(await second.describe()).toMatchObject({ points: 50, rebuild: undefined });
  }, 60_000);

  test('an operator who abandons a rebuild ends it, and what is left is dropped', async () => {
    const [first, second] = [new ServingIndex(store), new ServingIndex(store)];
    await first.upsert(MODEL, [pointAt(0), pointAt(1)]);
    const steps = first.rebuild(detachedCall(60_000))[Symbol.asyncIterator]();
    await steps.next();
    const { rebuild } = await second.describe();
    await second.abandonRebuild(rebuild?.id ?? '');
    await expect(steps.next()).rejects.toThrow();
    expect(await second.describe()).toMatchObject({ points: 2, rebuild: undefined });
  }, 60_000);
});

describe('a lease', () => {
  test('is kept by renewal for longer than its time, and has one holder among many that ask at once', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => RebuildLease.take(store, TIMES)));
    const [lease, ...others] = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(others).toEqual([]);
    await sleep(3 * TIMES.leaseMs);
    await lease?.confirm();
    await expect(RebuildLease.take(store, TIMES)).rejects.toMatchObject(BUSY);
    await lease?.release({ isFinished: true });
    await (await RebuildLease.take(store, TIMES)).release({ isFinished: true });
  });

  test('of a dead replica is taken over after its time, with what it reached', async () => {
    const reached = { target: 'points_v1_x', cursor: 'a:7', done: 8 };
    await store.replaceRebuildRecord(undefined, { ...reached, holder: 'dead', beat: 5 });
    const askedAt = performance.now();
    const lease = await RebuildLease.take(store, TIMES);
    expect(performance.now() - askedAt).toBeGreaterThanOrEqual(TIMES.leaseMs);
    expect(lease.progress).toMatchObject(reached);
    await lease.release({ isFinished: false });
    expect(await store.rebuildRecord()).toMatchObject({ ...reached, holder: null });
  });

  test('that another has taken over is lost to a holder that stood still, and it changes nothing', async () => {
    const lease = await RebuildLease.take(store, TIMES);
    const { beat } = (await store.rebuildRecord()) ?? { beat: -1 };
    const other = { ...NO_REBUILD, holder: 'other', beat: beat + 10 };
    await store.replaceRebuildRecord(beat, other);
    await expect(lease.keep({ target: 'mine', cursor: null, done: 0 })).rejects.toMatchObject(BUSY);
    await lease.release({ isFinished: true });
    expect(await store.rebuildRecord()).toEqual(other);
  });

  test('on Qdrant is a point that is replaced only while it has the expected beat', () => {
    const next = { ...NO_REBUILD, beat: 8, holder: 'me' };
    expect(replacing(7, next)).toMatchObject({
      points: [{ payload: next }],
      update_filter: { must: [{ key: 'beat', match: { value: 7 } }] },
    });
    expect(replacing(undefined, next)).toMatchObject({
      update_filter: { must: [{ key: 'beat', match: { value: -1 } }] },
    });
  });
});
