import { Readable } from 'node:stream';
import type { IngestClients } from '@imagesearch/contracts/clients';
import { userAgentOf, type SkippedEntry, type Source, type SourceEntry } from '../sources/source.js';
import { compare, type ComparedBatch, type Comparison } from './compare.js';
import { type Executor, type Outcome, createLocalExecutor } from './executor.js';
import { createLoadImage, type LoadImage } from './load-image.js';
import { decideLocation, KEPT_LOCATIONS, type LocationChoice } from './location-choice.js';
import {
  NO_COUNTS,
  type CheckpointFile,
  type Counts,
  type IngestFailure,
  type Report,
} from './run-folder.js';
import { runningModel, servicesOf, type Services } from './service-calls.js';
import { batchesOf, idsOfSource } from './stored-assets.js';

/** Building the word index of a large collection takes a while. */
const OPTIMIZE_TIMEOUT_MS = 300_000;
/** They must not come back. */
const SKIPPED_STATES = ['ASSET_STATE_WITHDRAWN', 'ASSET_STATE_DELETED'] as const;
/** The report has every failure; these few are printed. */
const FIRST_FAILURES = 10;

/** Outcomes of a source's entries, including those of the interrupted run that this run continues. */
export interface IngestSummary extends Counts {
  /** The part of `added` that the interrupted run did. */
  addedBefore: number;
  failures: IngestFailure[];
  /** The first of those that stay away because another asset of the same content was withdrawn or deleted. */
  copiesOfWithheld: IngestFailure[];
}

interface IngestOptions {
  concurrency?: number | undefined;
  limit?: number | undefined;
  /** Compares, reads local files and counts; changes nothing. */
  dryRun?: boolean;
  signal?: AbortSignal;
  /** @param total Undefined while nobody knows. */
  onProgress?: (done: number, total: number | undefined) => void;
  loadImage?: LoadImage;
  /** Certificates that Content Credentials are trusted by, PEM. */
  trustList?: string | undefined;
  /** Without one, a run starts at the beginning. */
  checkpoint?: CheckpointFile | undefined;
  report?: Report | undefined;
  /** What an earlier run reported stays. */
  keepsReport?: boolean;
  /** Files keep the places that they name, unless it says otherwise. */
  location?: LocationChoice;
  /** Opens an executor outside this process; this process ingests when it resolves with undefined. */
  openExecutor?: ((modelFingerprint: string) => Promise<Executor | undefined>) | undefined;
}

/**
 * A few batches are in memory at a time. Safe to stop anywhere and to run again: an asset is written to the index last.
 */
export async function ingest(
  source: Source,
  clients: IngestClients,
  options: IngestOptions = {},
): Promise<IngestSummary> {
  const { dryRun = false, limit = Infinity, signal = new AbortController().signal } = options;
  const { report, checkpoint, loadImage = createLoadImage(NOBODY), location = KEPT_LOCATIONS } = options;
  const services = servicesOf(clients, signal);
  const [fingerprint, withdrawn] = await Promise.all([
    runningModel(services),
    withdrawnIds(source.source, services),
  ]);
  const executor =
    (dryRun ? undefined : await options.openExecutor?.(fingerprint)) ??
    createLocalExecutor({ services, loadImage, trustList: options.trustList }, dryRun, options.concurrency);
  try {
    const before = await checkpoint?.read();
    if (before === undefined && options.keepsReport !== true) await report?.clear();
    const { counts = NO_COUNTS } = before ?? {};
    const summary = {
      ...structuredClone(counts),
      addedBefore: counts.added,
      failures: [],
      copiesOfWithheld: [],
    };
    let settled = done(summary);
    const progress = (more: number): void => {
      settled += more;
      options.onProgress?.(settled, totalOf(source, limit));
    };
    const entries = firstOf(source.entries(before?.cursor), limit - settled);
    const run = { services, withdrawn, location, loadImage };
    const batches = comparedBatches(batchesOf(entries, executor.batchAssets), run);
    // The stream asks for the next batch while this one is in work.
    for await (const batch of Readable.from(batches, { highWaterMark: 1 }) as AsyncIterable<ComparedBatch>) {
      signal.throwIfAborted();
      progress(batch.unchanged + batch.withdrawn + batch.broken.length);
      const outcomes = await executor.ingestAll(batch.stale, () => progress(1));
      signal.throwIfAborted();
      const reported = count(batch, outcomes, summary);
      await report?.add([...reported, ...batch.skipped.map(skippedLine)]);
      if (batch.cursor !== undefined) await checkpoint?.write({ cursor: batch.cursor, counts: summary });
    }
    if (!dryRun && summary.added > 0) await services.retrieval.optimizeIndex({}, OPTIMIZE_TIMEOUT_MS);
    await checkpoint?.clear();
    return summary;
  } finally {
    await executor.close();
  }
}

const NOBODY = { userAgent: userAgentOf(undefined) };

async function* comparedBatches(
  batches: AsyncIterable<SourceEntry[]>,
  run: Comparison & Parameters<typeof decideLocation>[2] & { location: LocationChoice },
): AsyncGenerator<ComparedBatch> {
  for await (const batch of batches) {
    const compared = await compare(batch, run);
    // Another choice is another version of every asset.
    yield (await decideLocation(run.location, compared, run)) ? await compare(batch, run) : compared;
  }
}

/** Adds what became of a batch. @returns what failed, and what stays away by its content. */
function count(
  { stale, ...batch }: ComparedBatch,
  outcomes: readonly Outcome[],
  summary: IngestSummary,
): IngestFailure[] {
  const refused = outcomes.flatMap((outcome, at) =>
    outcome.kind === 'failed' ? [{ entry: stale[at]?.asset.assetId ?? '', reason: outcome.reason }] : [],
  );
  const failed = [...batch.broken, ...refused];
  for (const { skipped } of batch.skipped) summary.skipped[skipped] = (summary.skipped[skipped] ?? 0) + 1;
  const ingested = stale.filter((_, at) => outcomes[at]?.kind === 'added');
  summary.added += ingested.length;
  summary.lostLicense += ingested.filter(({ loses }) => loses?.includes('license')).length;
  summary.lostCreator += ingested.filter(({ loses }) => loses?.includes('creator')).length;
  summary.withdrawn += batch.withdrawn + outcomes.filter(({ kind }) => kind === 'withdrawn').length;
  summary.unchanged += batch.unchanged;
  summary.failed += failed.length;
  summary.failures.push(...failed.slice(0, FIRST_FAILURES - summary.failures.length));
  const copies = outcomes.flatMap((outcome, at) => {
    const assetId = stale[at]?.asset.assetId ?? '';
    return outcome.kind === 'withdrawn' && outcome.withheldBy !== assetId
      ? [
          {
            entry: assetId,
            reason: `the same content as ${outcome.withheldBy}, which was withdrawn or deleted`,
          },
        ]
      : [];
  });
  summary.copiesOfWithheld.push(...copies.slice(0, FIRST_FAILURES - summary.copiesOfWithheld.length));
  return [...failed, ...copies];
}

function skippedLine({ name, skipped }: SkippedEntry): IngestFailure {
  return { entry: name, reason: `skipped: ${skipped}` };
}

/** The first entries of a source; what is skipped does not count. */
async function* firstOf(
  entries: AsyncIterable<SourceEntry> | Iterable<SourceEntry>,
  limit: number,
): AsyncGenerator<SourceEntry> {
  let count = 0;
  if (limit <= 0) return;
  for await (const entry of entries) {
    yield entry;
    count += 'skipped' in entry ? 0 : 1;
    if (count >= limit) return;
  }
}

function totalOf({ total }: Source, limit = Infinity): number | undefined {
  const bound = Math.min(limit, total ?? Infinity);
  return bound === Infinity ? undefined : bound;
}

function done({ added, unchanged, withdrawn, failed }: Counts): number {
  return added + unchanged + withdrawn + failed;
}

/** Withdrawn and deleted assets are few, so they are held in memory. */
async function withdrawnIds(source: string, services: Services): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const id of idsOfSource(source, SKIPPED_STATES, services)) ids.add(id);
  return ids;
}
