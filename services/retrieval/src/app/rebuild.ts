import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Candidate } from '../domain/candidate.js';
import type { Collection, RecallOptions } from '../domain/collection.js';
import { referenceEffort } from '../domain/recall-policy.js';
import type { RecallQuery } from '../domain/vector-index.js';
import { withPresentTerms } from '../domain/present-terms.js';
import { upsertBorrowing } from './borrow-words.js';
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

/** The same from the beginning, and removes what `from` no longer has. Yields the number of finished points. */
export async function* copyAll(from: Collection, to: Collection, call: CallContext): AsyncIterable<number> {
  for await (const { done } of copyFrom({ done: 0, cursor: null }, from, to, call)) yield done;
  for await (const { revisions } of to.revisions(null)) {
    const ids = [...revisions.keys()];
    const kept = await from.revisionsOf(ids);
    const gone = ids.filter((id) => !kept.has(id));
    await copyUntilEqual(gone, kept, from, to, call);
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

/**
 * Compares with the old collection, around its own points: with an exact scan of it, or with a thorough search where a scan
 * would read more from disk than can be waited for.
 * @throws AppError when neighbours are missing.
 */
export async function requireSameNeighbours(
  from: Collection,
  to: Collection,
  call: CallContext,
): Promise<void> {
  const effort = referenceEffort(await from.approximateCount());
  const seeds = await someIds(from, SAMPLE_SEEDS);
  let found = 0;
  let wanted = 0;
  for (const [assetId, { image }] of await from.looks(seeds, call)) {
    requireActive(call);
    const query = neighboursOf(image);
    const [exact, served] = await Promise.all([
      firstList(from, query, call, { effort }),
      firstList(to, query, call, { effort: 'patient' }),
    ]);
    const worst = exact.at(-1)?.score ?? 0;
    // By score, not by id: equally near points are interchangeable.
    const good = served.filter(({ score }) => score >= worst - SCORE_TOLERANCE);
    wanted += exact.length;
    found += Math.min(good.length, exact.length);
    if (!served.some((near) => near.assetId === assetId || near.score > 1 - SCORE_TOLERANCE)) {
      throw notEqual(`a search for ${assetId} itself does not find it`);
    }
  }
  if (found < SAMPLE_RECALL_MIN * wanted) {
    throw notEqual(`of ${wanted} neighbours of ${seeds.length} sampled points it finds ${found}`);
  }
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
const SAMPLE_SEEDS = 20;
const SAMPLE_NEIGHBOURS = 10;
const SAMPLE_RECALL_MIN = 0.95;
/** Of a cosine in single precision. */
const SCORE_TOLERANCE = 1e-5;
/** Copies of one batch before the rebuild fails. Each further copy needs a write during the last one. */
const ATTEMPTS_MAX = 100;

function neighboursOf(image: Float32Array): RecallQuery {
  return {
    terms: [],
    vectors: [{ name: 'image', target: 'image', values: image }],
    modelFingerprint: undefined,
    filters: [],
    listLimit: SAMPLE_NEIGHBOURS,
    withPalette: false,
    withTexts: false,
  };
}

async function firstList(
  collection: Collection,
  query: RecallQuery,
  call: CallContext,
  options?: RecallOptions,
): Promise<readonly Candidate[]> {
  const [list] = await collection.recall(query, call, options);
  return list?.candidates ?? [];
}

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
    if (attempt === ATTEMPTS_MAX) throw notEqual(`${stale[0] ?? ''} is written faster than it can be copied`);
    const points = (await from.read(stale)).map(withPresentTerms);
    const present = new Set(points.map(({ assetId }) => assetId));
    await upsertBorrowing(points, to, from);
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

async function someIds(collection: Collection, count: number): Promise<string[]> {
  for await (const { revisions } of collection.revisions(null)) {
    const ids = [...revisions.keys()];
    const step = Math.max(1, Math.floor(ids.length / count));
    return ids.filter((_, position) => position % step === 0).slice(0, count);
  }
  return [];
}

function requireActive({ signal, deadlineAt }: CallContext): void {
  if (signal.aborted)
    throw new AppError('cancelled', 'The rebuild was cancelled; the serving index was kept.');
  if (Date.now() >= deadlineAt) {
    throw new AppError('deadline_exceeded', 'The rebuild took too long; the serving index was kept.');
  }
}

function notEqual(what: string): AppError {
  return new AppError(
    'internal',
    `The rebuilt index is not like the serving one: ${what}. The serving index was kept.`,
  );
}
