import { Readable } from 'node:stream';
import type { IngestClients } from '@imagesearch/contracts/clients';
import { userAgentOf, type SkippedEntry, type Source, type SourceEntry } from '../sources/source.js';
import { compare, type ComparedBatch } from './compare.js';
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

interface IngestProgress {
  done: number;
  total: number | undefined;
}

/** Outcomes of a source's entries, including those of the interrupted run that this run continues. */
export interface IngestSummary extends Counts {
  /** The part of `added` that the interrupted run did. */
  addedBefore: number;
  failures: IngestFailure[];
}

interface IngestOptions {
  concurrency?: number | undefined;
  limit?: number | undefined;
  /** Compares, reads local files and counts; changes nothing. */
  dryRun?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: IngestProgress) => void;
  loadImage?: LoadImage;
  /** Certificates that Content Credentials are trusted by, PEM. */
  trustList?: string | undefined;
  /** Without one, a run starts at the beginning. */
  checkpoint?: CheckpointFile | undefined;
  report?: Report | undefined;
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
  const run = await startRun(source, clients, options);
  try {
    return await runThrough(source, options, run);
  } finally {
    await run.executor.close();
  }
}

async function runThrough(
  source: Source,
  { limit = Infinity, onProgress }: IngestOptions,
  run: Run,
): Promise<IngestSummary> {
  const before = await run.checkpoint?.read();
  if (before === undefined) await run.report?.clear();
  const summary = summaryAfter(before?.counts ?? NO_COUNTS);

  const entries = firstOf(source.entries(before?.cursor), limit - done(summary));
  const batches = comparedBatches(batchesOf(entries, run.executor.batchAssets), run);
  const progress = progressFrom(done(summary), totalOf(source, limit), onProgress);
  // The stream asks for the next batch while this one is in work.
  for await (const batch of Readable.from(batches, { highWaterMark: 1 }) as AsyncIterable<ComparedBatch>) {
    run.services.signal.throwIfAborted();
    progress(batch.unchanged + batch.withdrawn + batch.broken.length);
    const outcomes = await run.executor.ingestAll(batch.stale, () => progress(1));
    run.services.signal.throwIfAborted();
    await settleBatch(batch, outcomes, summary, run);
  }

  if (!run.dryRun && summary.added > 0) {
    await run.services.retrieval.optimizeIndex({}, OPTIMIZE_TIMEOUT_MS);
  }
  await run.checkpoint?.clear();
  return summary;
}

async function* comparedBatches(
  batches: AsyncIterable<SourceEntry[]>,
  run: Run,
): AsyncGenerator<ComparedBatch> {
  for await (const batch of batches) {
    const compared = await compare(batch, run);
    // Another choice is another version of every asset.
    yield (await decideLocation(run.location, compared, run)) ? await compare(batch, run) : compared;
  }
}

function summaryAfter(counts: Counts): IngestSummary {
  return { ...counts, skipped: { ...counts.skipped }, addedBefore: counts.added, failures: [] };
}

interface Run {
  services: Services;
  loadImage: LoadImage;
  location: LocationChoice;
  dryRun: boolean;
  /** Assets of this source that are withdrawn or were deleted on request: they are skipped without being read. */
  withdrawn: ReadonlySet<string>;
  executor: Executor;
  checkpoint: CheckpointFile | undefined;
  report: Report | undefined;
}

async function startRun(
  source: Source,
  clients: IngestClients,
  { dryRun = false, ...options }: IngestOptions,
): Promise<Run> {
  const services = servicesOf(clients, options.signal ?? new AbortController().signal);
  const loadImage = options.loadImage ?? createLoadImage({ userAgent: userAgentOf(undefined) });
  const [fingerprint, withdrawn] = await Promise.all([
    runningModel(services),
    withdrawnIds(source.source, services),
  ]);
  const deps = { services, loadImage, trustList: options.trustList };
  const elsewhere = dryRun ? undefined : await options.openExecutor?.(fingerprint);
  return {
    services,
    loadImage,
    location: options.location ?? KEPT_LOCATIONS,
    dryRun,
    withdrawn,
    checkpoint: dryRun ? undefined : options.checkpoint,
    report: options.report,
    executor: elsewhere ?? createLocalExecutor(deps, dryRun, options.concurrency),
  };
}

/** Counts what is settled, from what an interrupted run had settled. */
function progressFrom(
  before: number,
  total: number | undefined,
  onProgress: IngestOptions['onProgress'],
): (settled: number) => void {
  let settled = before;
  return (more) => {
    settled += more;
    onProgress?.({ done: settled, total });
  };
}

async function settleBatch(
  batch: ComparedBatch,
  outcomes: readonly Outcome[],
  summary: IngestSummary,
  run: Run,
): Promise<void> {
  const { stale, cursor } = batch;
  const refused = outcomes.flatMap((outcome, at) =>
    outcome.kind === 'failed' ? [{ entry: stale[at]?.asset.assetId ?? '', reason: outcome.reason }] : [],
  );
  const failed = [...batch.broken, ...refused];
  await run.report?.add([...failed, ...batch.skipped.map(skippedLine)]);
  for (const { skipped } of batch.skipped) summary.skipped[skipped] = (summary.skipped[skipped] ?? 0) + 1;
  const ingested = stale.filter((_, at) => outcomes[at]?.kind === 'added');
  summary.added += ingested.length;
  summary.lostLicense += ingested.filter(({ loses }) => loses?.includes('license')).length;
  summary.lostCreator += ingested.filter(({ loses }) => loses?.includes('creator')).length;
  summary.withdrawn += batch.withdrawn + outcomes.filter(({ kind }) => kind === 'withdrawn').length;
  summary.unchanged += batch.unchanged;
  summary.failed += failed.length;
  summary.failures.push(...failed.slice(0, FIRST_FAILURES - summary.failures.length));
  if (cursor !== undefined) await run.checkpoint?.write({ cursor, counts: summary });
}

function skippedLine({ name, skipped }: SkippedEntry): IngestFailure {
  return { entry: name, reason: `skipped: ${skipped}, no image that can be ingested` };
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
