import type { IngestClients } from '../clients.js';
import type { Executor, Outcome, VersionedItem } from './executor.js';
import type { Journal, JournalledPoint } from '../runs/journal.js';
import { ingestAsset, type IngestDeps } from '../pipeline/ingest-asset.js';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { itemFailureOf } from '../pipeline/item-failure.js';
import { callWithRetry } from '../pipeline/call-with-retry.js';

/** Items compared with what is stored, and points written to the index, in one call. */
const BATCH_ITEMS = 64;
/** Images in flight at once: enough to keep rendering, two models and storage busy on a small machine. */
const CONCURRENCY = 4;
const CALL_TIMEOUT_MS = 30_000;

export interface LocalIntakeOptions extends IngestDeps {
  journal: Journal;
  concurrency?: number | undefined;
}

/** Takes items in by this process, with a bound on images in memory. */
export function createLocalExecutor({
  journal,
  concurrency = CONCURRENCY,
  ...deps
}: LocalIntakeOptions): Executor {
  return {
    batchItems: BATCH_ITEMS,
    ingestAll: async (items, onSettled) => {
      const points: JournalledPoint[] = [];
      const settle = async (versioned: VersionedItem): Promise<Outcome> => {
        const outcome = await takeInOrReport(versioned, deps);
        if (outcome.kind === 'added') {
          await journal.add(outcome.entry);
          points.push(outcome.entry);
        }
        onSettled();
        return outcome;
      };
      const outcomes = await mapConcurrently(items, concurrency, settle);
      await writePoints(points, deps);
      await journal.clear();
      return outcomes;
    },
    close: () => Promise.resolve(),
  };
}

/** Index writes of at most one batch; points of one model only are ever together. */
export async function writePoints(
  entries: readonly JournalledPoint[],
  { clients, signal }: { clients: IngestClients; signal: AbortSignal },
): Promise<void> {
  const fingerprints = new Set(entries.map(({ modelFingerprint }) => modelFingerprint));
  for (const modelFingerprint of fingerprints) {
    const points = entries
      .filter((entry) => entry.modelFingerprint === modelFingerprint)
      .map(({ point }) => point);
    await callWithRetry((call) => clients.retrieval.upsertPoints({ modelFingerprint, points }, call), {
      timeoutMs: CALL_TIMEOUT_MS,
      signal,
    });
  }
}

type TakenOutcome = { kind: 'added'; entry: JournalledPoint } | Exclude<Outcome, { kind: 'added' }>;

/** An image that cannot be ingested is reported and skipped; a service that stays unavailable ends the run. */
export async function takeInOrReport(
  { item, contentVersion }: VersionedItem,
  deps: IngestDeps,
): Promise<TakenOutcome> {
  try {
    const { point, modelFingerprint } = await ingestAsset(item, contentVersion, deps);
    return point === undefined
      ? { kind: 'withdrawn' }
      : { kind: 'added', entry: { modelFingerprint, point } };
  } catch (error) {
    const reason = itemFailureOf(error, deps.signal);
    if (reason === undefined) throw error;
    return { kind: 'failed', reason };
  }
}
