import { createHash } from 'node:crypto';
import type { Source, SourceEntry } from '../sources/source.js';
import type { IngestClients } from '../clients.js';
import type { Executor, VersionedItem } from '../executors/executor.js';
import { createDryExecutor } from '../executors/dry.js';
import { createLocalExecutor, writePoints } from '../executors/local.js';
import { createLoadImage, type LoadImage } from './load-image.js';
import { userAgentOf } from '../sources/network/api.js';
import { NO_CHECKPOINT, NO_COUNTS, type CheckpointFile, type Counts } from '../runs/checkpoint.js';
import { NO_JOURNAL, type Journal } from '../runs/journal.js';
import { NO_REPORT, type IngestFailure, type Report } from '../runs/report.js';
import { callWithRetry } from './call-with-retry.js';
import { runningModel } from './running-model.js';
import { staleOnes, withdrawnIds } from './stored-versions.js';
import { batchesOf, oneAhead } from './streams.js';
import { INGEST_VERSION } from './ingest-asset.js';

const CALL_TIMEOUT_MS = 30_000;
/** Building the word index of a large collection takes a while. */
const OPTIMIZE_TIMEOUT_MS = 300_000;
const JOURNAL_BATCH = 64;
/** The report has them all; these are for whoever watches. */
const FIRST_FAILURES = 10;

export interface IngestProgress {
  done: number;
  total: number | undefined;
}

/** What became of a collection's entries, those of the interrupted run that this one took up included. */
export interface IngestSummary extends Counts {
  /** Of `added`, those of the interrupted run. */
  addedBefore: number;
  /** The first few of the failures. */
  failures: IngestFailure[];
}

export interface IngestOptions {
  concurrency?: number | undefined;
  /** The first entries only. */
  limit?: number | undefined;
  /** Compares, looks at the files and counts, and changes nothing. */
  dryRun?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: IngestProgress) => void;
  loadImage?: LoadImage;
  checkpoint?: CheckpointFile;
  journal?: Journal;
  report?: Report;
  /** Takes items in by other hands than this process's own, where there are any. */
  openIntake?: ((modelFingerprint: string) => Promise<Executor | undefined>) | undefined;
}

/**
 * Takes a collection in through the services' RPCs, with a few batches of it in memory at a time. Safe to stop
 * anywhere and to run again: an item counts as done only when the catalogue and the index both hold its present
 * version, and it is written to the index last.
 */
export async function ingest(
  collection: Source,
  clients: IngestClients,
  options: IngestOptions = {},
): Promise<IngestSummary> {
  const run = await startRun(collection, clients, options);
  try {
    return await runThrough(collection, options, run);
  } finally {
    await run.intake.close();
  }
}

async function runThrough(
  collection: Source,
  { limit = Infinity, onProgress }: IngestOptions,
  run: Run,
): Promise<IngestSummary> {
  const before = await run.checkpoint.read();
  if (before === undefined) await run.report.clear();
  const summary = summaryAfter(before?.counts ?? NO_COUNTS);
  if (!run.dryRun) await finishJournal(run);

  const entries = firstOf(collection.entries(before?.cursor), limit - done(summary));
  const batches = batchesOf(entries, run.intake.batchItems);
  for await (const batch of oneAhead(mapped(batches, (found) => compare(found, run)))) {
    run.signal.throwIfAborted();
    await settleBatch(batch, summary, run);
    onProgress?.({ done: done(summary), total: totalOf(collection, limit) });
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
  /** Assets of this source that are withdrawn: they are passed over without being looked at. */
  withdrawn: ReadonlySet<string>;
  intake: Executor;
  journal: Journal;
  checkpoint: CheckpointFile;
  report: Report;
  onSettled: (settled: number) => void;
}

async function startRun(
  collection: Source,
  clients: IngestClients,
  { dryRun = false, ...options }: IngestOptions,
): Promise<Run> {
  const signal = options.signal ?? new AbortController().signal;
  const journal = options.journal ?? NO_JOURNAL;
  const loadImage = options.loadImage ?? createLoadImage({ userAgent: userAgentOf(undefined) });
  const [fingerprint, withdrawn] = await Promise.all([
    runningModel(clients, signal),
    withdrawnIds(collection.source, clients, signal),
  ]);
  const own = { clients, loadImage, signal, journal, concurrency: options.concurrency };
  const openIntake = async (): Promise<Executor> =>
    (await options.openIntake?.(fingerprint)) ?? createLocalExecutor(own);
  const total = totalOf(collection, options.limit);
  return {
    clients,
    signal,
    dryRun,
    fingerprint,
    withdrawn,
    journal,
    checkpoint: (dryRun ? undefined : options.checkpoint) ?? NO_CHECKPOINT,
    report: options.report ?? NO_REPORT,
    intake: dryRun ? createDryExecutor(own) : await openIntake(),
    onSettled: (settled) => options.onProgress?.({ done: settled, total }),
  };
}

/** Points that a crash kept from the index, unless their image has changed or was withdrawn since. */
async function finishJournal({ journal, clients, fingerprint, signal }: Run): Promise<void> {
  const left = (await journal.read()).filter(({ modelFingerprint }) => modelFingerprint === fingerprint);
  for await (const entries of batchesOf(left, JOURNAL_BATCH)) {
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

/** A batch beside what is stored of it. */
interface ComparedBatch {
  stale: VersionedItem[];
  unchanged: number;
  withdrawn: number;
  broken: IngestFailure[];
  /** Undefined when the collection cannot be taken up in its middle. */
  cursor: string | undefined;
}

async function compare(batch: readonly SourceEntry[], run: Run): Promise<ComparedBatch> {
  const broken: IngestFailure[] = [];
  // Of an id that comes twice the later one counts, as it would in two batches.
  const items = new Map<string, VersionedItem>();
  let withdrawn = 0;
  let repeated = 0;
  for (const entry of batch) {
    if ('broken' in entry) broken.push({ item: entry.name, reason: entry.broken });
    else if (run.withdrawn.has(entry.assetId)) withdrawn += 1;
    else {
      repeated += Number(items.has(entry.assetId));
      items.set(entry.assetId, {
        item: entry,
        contentVersion: versionOf(entry.sourceVersion),
      });
    }
  }
  const stale = await staleOnes([...items.values()], run.clients, run.signal);
  const unchanged = items.size + repeated - stale.length;
  return { stale, unchanged, withdrawn, broken, cursor: batch.at(-1)?.cursor };
}

async function settleBatch(batch: ComparedBatch, summary: IngestSummary, run: Run): Promise<void> {
  const { stale, cursor } = batch;
  let settled = done(summary) + batch.unchanged + batch.withdrawn + batch.broken.length;
  const outcomes = await run.intake.ingestAll(stale, () => run.onSettled((settled += 1)));
  const refused = outcomes.flatMap((outcome, at) =>
    outcome.kind === 'failed' ? [{ item: stale[at]?.item.assetId ?? '', reason: outcome.reason }] : [],
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

/** What a stored image depends on, but for the model: an index knows its own, and `reindex` changes it. */
function versionOf(sourceVersion: string): string {
  return createHash('sha256').update(`${INGEST_VERSION}\n${sourceVersion}`).digest('hex');
}

async function* firstOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
): AsyncGenerator<Item> {
  let taken = 0;
  if (limit <= 0) return;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken >= limit) return;
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
