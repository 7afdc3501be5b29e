import { createHash } from 'node:crypto';
import type { Source, SourceEntry } from '../sources/source.js';
import type { IngestClients } from '@imagesearch/contracts/clients';
import type { Executor, VersionedAsset } from '../executors/executor.js';
import { createDryExecutor } from '../executors/dry.js';
import { createLocalExecutor } from '../executors/local.js';
import { createLoadImage, type LoadImage } from './load-image.js';
import { userAgentOf } from '../sources/network/api.js';
import { NO_CHECKPOINT, NO_COUNTS, type CheckpointFile, type Counts } from '../runs/checkpoint.js';
import { NO_JOURNAL, type Journal } from '../runs/journal.js';
import { NO_REPORT, type IngestFailure, type Report } from '../runs/report.js';
import { callWithRetry } from './call-with-retry.js';
import { runningModel } from './running-model.js';
import { staleAssets, withdrawnIds } from './stored-versions.js';
import { batchesOf, oneAhead } from './streams.js';
import { INGEST_VERSION } from './build-point.js';
import { writePoints } from './write-points.js';

const CALL_TIMEOUT_MS = 30_000;
/** Building the word index of a large collection takes a while. */
const OPTIMIZE_TIMEOUT_MS = 300_000;
const JOURNAL_BATCH = 64;
/** The report has every failure; these few are printed. */
const FIRST_FAILURES = 10;

export interface IngestProgress {
  done: number;
  total: number | undefined;
}

/** Outcomes of a source's entries, including those of the interrupted run that this run continues. */
export interface IngestSummary extends Counts {
  /** The part of `added` that the interrupted run did. */
  addedBefore: number;
  failures: IngestFailure[];
}

export interface IngestOptions {
  concurrency?: number | undefined;
  limit?: number | undefined;
  /** Compares, reads local files and counts; changes nothing. */
  dryRun?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: IngestProgress) => void;
  loadImage?: LoadImage;
  checkpoint?: CheckpointFile;
  journal?: Journal;
  report?: Report;
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
  const before = await run.checkpoint.read();
  if (before === undefined) await run.report.clear();
  const summary = summaryAfter(before?.counts ?? NO_COUNTS);
  if (!run.dryRun) await finishJournal(run);

  const entries = firstOf(source.entries(before?.cursor), limit - done(summary));
  const batches = batchesOf(entries, run.executor.batchAssets);
  for await (const batch of oneAhead(mapped(batches, (batch) => compare(batch, run)))) {
    run.signal.throwIfAborted();
    await settleBatch(batch, summary, run);
    onProgress?.({ done: done(summary), total: totalOf(source, limit) });
  }

  if (!run.dryRun && summary.added > 0) {
    await callWithRetry((call) => run.clients.retrieval.optimizeIndex({}, call), {
      timeoutMs: OPTIMIZE_TIMEOUT_MS,
      signal: run.signal,
    });
  }
  if (!run.dryRun) await run.checkpoint.clear();
  return summary;
}

function summaryAfter(counts: Counts): IngestSummary {
  return { ...counts, addedBefore: counts.added, failures: [] };
}

interface Run {
  clients: IngestClients;
  signal: AbortSignal;
  dryRun: boolean;
  fingerprint: string;
  /** Withdrawn assets of this source: they are skipped without being read. */
  withdrawn: ReadonlySet<string>;
  executor: Executor;
  journal: Journal;
  checkpoint: CheckpointFile;
  report: Report;
  onSettled: (settled: number) => void;
}

async function startRun(
  source: Source,
  clients: IngestClients,
  { dryRun = false, ...options }: IngestOptions,
): Promise<Run> {
  const signal = options.signal ?? new AbortController().signal;
  const journal = options.journal ?? NO_JOURNAL;
  const loadImage = options.loadImage ?? createLoadImage({ userAgent: userAgentOf(undefined) });
  const [fingerprint, withdrawn] = await Promise.all([
    runningModel(clients, signal),
    withdrawnIds(source.source, clients, signal),
  ]);
  const local = { clients, loadImage, signal, journal, concurrency: options.concurrency };
  const openExecutor = async (): Promise<Executor> =>
    (await options.openExecutor?.(fingerprint)) ?? createLocalExecutor(local);
  const total = totalOf(source, options.limit);
  return {
    clients,
    signal,
    dryRun,
    fingerprint,
    withdrawn,
    journal,
    checkpoint: (dryRun ? undefined : options.checkpoint) ?? NO_CHECKPOINT,
    report: options.report ?? NO_REPORT,
    executor: dryRun ? createDryExecutor(local) : await openExecutor(),
    onSettled: (settled) => options.onProgress?.({ done: settled, total }),
  };
}

/** Writes the points that a crash kept from the index, unless their asset has changed or was withdrawn since. */
async function finishJournal({ journal, clients, fingerprint, signal }: Run): Promise<void> {
  const unwritten = (await journal.read()).filter(({ modelFingerprint }) => modelFingerprint === fingerprint);
  for await (const entries of batchesOf(unwritten, JOURNAL_BATCH)) {
    const assetIds = entries.flatMap(({ point }) => point.assetId ?? []);
    const { assets } = await callWithRetry((call) => clients.rights.getAssets({ assetIds }, call), {
      timeoutMs: CALL_TIMEOUT_MS,
      signal,
    });
    const present = new Set(assets.map(({ metadata }) => `${metadata?.assetId} ${metadata?.contentVersion}`));
    const valid = entries.filter(({ point }) => present.has(`${point.assetId} ${point.contentVersion}`));
    if (valid.length > 0) await writePoints(valid, { clients, signal });
  }
  await journal.clear();
}

interface ComparedBatch {
  stale: VersionedAsset[];
  unchanged: number;
  withdrawn: number;
  broken: IngestFailure[];
  /** Undefined when the source cannot continue in its middle. */
  cursor: string | undefined;
}

async function compare(batch: readonly SourceEntry[], run: Run): Promise<ComparedBatch> {
  const broken: IngestFailure[] = [];
  // When an id comes twice, the later entry counts, as it would in two batches.
  const assets = new Map<string, VersionedAsset>();
  let withdrawn = 0;
  let repeated = 0;
  for (const entry of batch) {
    if ('broken' in entry) broken.push({ entry: entry.name, reason: entry.broken });
    else if (run.withdrawn.has(entry.assetId)) withdrawn += 1;
    else {
      repeated += Number(assets.has(entry.assetId));
      assets.set(entry.assetId, { asset: entry, contentVersion: versionOf(entry.sourceVersion) });
    }
  }
  const stale = await staleAssets([...assets.values()], run.clients, run.signal);
  const unchanged = assets.size + repeated - stale.length;
  return { stale, unchanged, withdrawn, broken, cursor: batch.at(-1)?.cursor };
}

async function settleBatch(batch: ComparedBatch, summary: IngestSummary, run: Run): Promise<void> {
  const { stale, cursor } = batch;
  let settled = done(summary) + batch.unchanged + batch.withdrawn + batch.broken.length;
  const outcomes = await run.executor.ingestAll(stale, () => run.onSettled((settled += 1)));
  const refused = outcomes.flatMap((outcome, at) =>
    outcome.kind === 'failed' ? [{ entry: stale[at]?.asset.assetId ?? '', reason: outcome.reason }] : [],
  );
  const failed = [...batch.broken, ...refused];
  await run.report.add(failed);
  summary.added += outcomes.filter(({ kind }) => kind === 'added').length;
  summary.withdrawn += batch.withdrawn + outcomes.filter(({ kind }) => kind === 'withdrawn').length;
  summary.unchanged += batch.unchanged;
  summary.failed += failed.length;
  summary.failures.push(...failed.slice(0, FIRST_FAILURES - summary.failures.length));
  if (cursor !== undefined) {
    const { added, unchanged, withdrawn } = summary;
    await run.checkpoint.write({ cursor, counts: { added, unchanged, withdrawn, failed: summary.failed } });
  }
}

/** Everything that a stored asset depends on except the model, which the index records and `reindex` changes. */
function versionOf(sourceVersion: string): string {
  return createHash('sha256').update(`${INGEST_VERSION}\n${sourceVersion}`).digest('hex');
}

async function* firstOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
): AsyncGenerator<Item> {
  let count = 0;
  if (limit <= 0) return;
  for await (const item of items) {
    yield item;
    count += 1;
    if (count >= limit) return;
  }
}

async function* mapped<From, To>(
  items: AsyncIterable<From>,
  change: (item: From) => Promise<To>,
): AsyncGenerator<To> {
  for await (const item of items) yield await change(item);
}

function totalOf({ total }: Source, limit = Infinity): number | undefined {
  const bound = Math.min(limit, total ?? Infinity);
  return bound === Infinity ? undefined : bound;
}

function done({ added, unchanged, withdrawn, failed }: Counts): number {
  return added + unchanged + withdrawn + failed;
}
