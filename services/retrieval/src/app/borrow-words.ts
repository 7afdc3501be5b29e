import { detachedCall } from '@imagesearch/service-kit/call-context';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import {
  LENDERS_MAX,
  withBorrowedWords,
  withoutBorrowedWords,
  type Lender,
} from '../domain/borrowed-words.js';
import type { Collection } from '../domain/collection.js';
import { lenderTerm } from '../domain/lender-term.js';
import type { Point } from '../domain/point.js';
import { hasMeaningfulWord, isWordless } from '../domain/wordless.js';

/**
 * Writes points to a collection. Those without words get the words of the captioned images of `from` that look most like
 * them. What is borrowed from an image that leaves `from` meanwhile is taken back.
 */
export async function upsertBorrowing(
  points: readonly Point[],
  to: Collection,
  from: Collection,
): Promise<void> {
  const borrowers = points.filter(mayBorrow);
  if (borrowers.length === 0 || !(await hasLenders(from))) return to.upsert(points);
  const lent = await mapConcurrently(borrowers, POINTS_AT_ONCE, async (point) => {
    const lenders = await lendersOf(point, from);
    return { lenders, point: withBorrowedWords(point, lenders) };
  });
  const worded = new Map(lent.map(({ point }) => [point.assetId, point]));
  await to.upsert(points.map((point) => worded.get(point.assetId) ?? point));
  const lenders = [...new Set(lent.flatMap((one) => one.lenders.map(({ assetId }) => assetId)))];
  const present = await from.revisionsOf(lenders);
  const gone = lenders.filter((assetId) => !present.has(assetId));
  if (gone.length > 0) await takeWordsBack(gone, to);
}

/**
 * The same for new points, where the collection is so small that looking for their lenders takes little time. Those of a
 * larger one borrow when it is rebuilt.
 */
export async function upsertNew(points: readonly Point[], to: Collection, from = to): Promise<void> {
  if (!points.some(mayBorrow) || (await from.approximateCount()) > SMALL_POINTS) return to.upsert(points);
  return upsertBorrowing(points, to, from);
}

/** Removes images, and their words from those that borrowed them. */
export async function deletePoints(assetIds: readonly string[], collection: Collection): Promise<void> {
  await collection.delete(assetIds);
  await takeWordsBack(assetIds, collection);
}

function mayBorrow({ texts }: Point): boolean {
  return texts !== null && isWordless(texts);
}

async function takeWordsBack(lenders: readonly string[], collection: Collection): Promise<void> {
  const terms = lenders.map(lenderTerm);
  for (;;) {
    const [list] = await collection.recall(
      { ...NEAREST, terms, vectors: [], listLimit: BORROWERS_PER_STEP, withTexts: false },
      detachedCall(RECALL_TIMEOUT_MS),
    );
    const found = await collection.read((list?.candidates ?? []).map(({ assetId }) => assetId));
    // An engine that compares hashes of terms may find others.
    const borrowers = found.filter((point) => terms.some((term) => point.terms.includes(term)));
    if (borrowers.length === 0) return;
    await collection.upsert(borrowers.map(revised));
  }
}

/** With a revision of its own, so that a copy that runs copies it again. */
function revised(borrower: Point): Point {
  const point = { ...withoutBorrowedWords(borrower) };
  delete point.revision;
  return point;
}

/** Of an even sample, because nothing is borrowed where captions are rare. */
async function hasLenders(collection: Collection): Promise<boolean> {
  for await (const page of collection.sampleWords(SAMPLE_POINTS)) {
    if (page.some(hasMeaningfulWord)) return true;
  }
  return false;
}

async function lendersOf({ assetId, image }: Point, from: Collection): Promise<Lender[]> {
  const [list] = await from.recall(
    { ...NEAREST, vectors: [{ name: 'image', target: 'image', values: image }] },
    detachedCall(RECALL_TIMEOUT_MS),
  );
  return (list?.candidates ?? [])
    .flatMap((near) =>
      near.texts === null || near.assetId === assetId ? [] : [{ ...near, texts: near.texts }],
    )
    .filter(
      ({ score, texts }) => score >= SIMILARITY_MIN && texts.borrowed === undefined && !isWordless(texts),
    )
    .slice(0, LENDERS_MAX);
}

const SMALL_POINTS = 20_000;
const SAMPLE_POINTS = 200;
/** Cosine of the image vectors. */
const SIMILARITY_MIN = 0.5;
const POINTS_AT_ONCE = 4;
const RECALL_TIMEOUT_MS = 10_000;
const BORROWERS_PER_STEP = 500;

/** Enough that five of them have words where most have none. */
const NEAREST = {
  terms: [],
  modelFingerprint: undefined,
  filters: [],
  listLimit: 50,
  withPalette: false,
  withTexts: true,
};
