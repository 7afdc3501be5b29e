import { createHash } from 'node:crypto';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { toAppError } from '@imagesearch/service-kit/errors';
import pLimit from 'p-limit';
import type { Collection, CollectionItem } from './collections/collection.js';
import type { IngestClients } from './clients.js';
import { INTAKE_VERSION, takeIn, type TakenIn } from './take-in.js';

/** Items compared with what is stored in one pair of calls. */
const BATCH_ITEMS = 64;
/** Pictures in flight at once: enough to keep rendering, two models and storage busy on a small machine. */
const CONCURRENCY = 4;
const CALL_TIMEOUT_MS = 30_000;
/** Building the word index of a large collection takes a while. */
const OPTIMIZE_TIMEOUT_MS = 300_000;

export interface IngestProgress {
  done: number;
  total: number | undefined;
}

export interface IngestFailure {
  assetId: string;
  reason: string;
}

export interface IngestSummary {
  /** Taken in by this run. */
  added: number;
  /** Already there, as they are. */
  unchanged: number;
  failures: IngestFailure[];
}

export interface IngestOptions {
  concurrency?: number;
  signal?: AbortSignal;
  onProgress?: (progress: IngestProgress) => void;
}

/**
 * Takes a collection in through the services' RPCs. Safe to stop anywhere and to run again: an item counts as done
 * only when the catalogue and the index both hold its present version, and it is written to the index last.
 */
export async function ingest(
  collection: Collection,
  clients: IngestClients,
  options: IngestOptions = {},
): Promise<IngestSummary> {
  const signal = options.signal ?? new AbortController().signal;
  const { fingerprint } = await clients.embedding.describeModel({}, detachedCall(CALL_TIMEOUT_MS, signal));
  const limit = pLimit(options.concurrency ?? CONCURRENCY);
  const summary: IngestSummary = { added: 0, unchanged: 0, failures: [] };

  for await (const batch of batchesOf(collection.items(), BATCH_ITEMS)) {
    signal.throwIfAborted();
    const versioned = batch.map((item) => ({ item, contentVersion: versionOf(item, fingerprint) }));
    const stale = await staleOnes(versioned, clients, signal);
    summary.unchanged += batch.length - stale.length;

    let settled = done(summary);
    const taken = await Promise.all(
      stale.map((entry) =>
        limit(async () => {
          const outcome = await takeInOrReport(entry, clients, signal);
          settled += 1;
          options.onProgress?.({ done: settled, total: collection.total });
          return outcome;
        }),
      ),
    );
    await indexBatch(taken, fingerprint, clients, summary, signal);
    options.onProgress?.({ done: done(summary), total: collection.total });
  }

  if (summary.added > 0) await clients.retrieval.optimizeIndex({}, detachedCall(OPTIMIZE_TIMEOUT_MS, signal));
  return summary;
}

interface VersionedItem {
  item: CollectionItem;
  contentVersion: string;
}

type Outcome = TakenIn | IngestFailure;

/** Everything that a stored picture depends on: its source, the model, and how the two are put together. */
function versionOf(item: CollectionItem, fingerprint: string): string {
  return createHash('sha256')
    .update(`${INTAKE_VERSION}\n${item.sourceVersion}\n${fingerprint}`)
    .digest('hex');
}

async function staleOnes(
  batch: readonly VersionedItem[],
  { retrieval, rights }: IngestClients,
  signal: AbortSignal,
): Promise<VersionedItem[]> {
  const assetIds = batch.map(({ item }) => item.assetId);
  const [{ contentVersions: indexed }, { assets }] = await Promise.all([
    retrieval.getPointVersions({ assetIds }, detachedCall(CALL_TIMEOUT_MS, signal)),
    rights.getAssets({ assetIds }, detachedCall(CALL_TIMEOUT_MS, signal)),
  ]);
  const catalogued = new Map(assets.map(({ metadata }) => [metadata?.assetId, metadata?.contentVersion]));
  return batch.filter(
    ({ item: { assetId }, contentVersion }) =>
      indexed[assetId] !== contentVersion || catalogued.get(assetId) !== contentVersion,
  );
}

/** One picture that cannot be taken in is reported and passed over; a service that is away ends the run. */
async function takeInOrReport(
  { item, contentVersion }: VersionedItem,
  clients: IngestClients,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return await takeIn(item, contentVersion, clients, signal);
  } catch (error) {
    const { code, message } = toAppError(error);
    if (code !== 'invalid_request' && code !== 'internal') throw error;
    const cause = error instanceof Error ? error.message : message;
    return { assetId: item.assetId, reason: cause };
  }
}

async function indexBatch(
  outcomes: readonly Outcome[],
  fingerprint: string,
  { retrieval }: IngestClients,
  summary: IngestSummary,
  signal: AbortSignal,
): Promise<void> {
  const points = outcomes.flatMap((outcome) => ('point' in outcome ? [outcome.point] : []));
  if (points.length > 0) {
    await retrieval.upsertPoints(
      { modelFingerprint: fingerprint, points },
      detachedCall(CALL_TIMEOUT_MS, signal),
    );
  }
  summary.added += points.length;
  summary.failures.push(...outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome] : [])));
}

async function* batchesOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  size: number,
): AsyncIterable<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function done({ added, unchanged, failures }: IngestSummary): number {
  return added + unchanged + failures.length;
}
