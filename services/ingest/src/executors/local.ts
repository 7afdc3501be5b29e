import { toAppError } from '@imagesearch/service-kit/errors';
import pLimit from 'p-limit';
import { ItemFault } from '../pipeline/item-fault.js';
import type { IngestClients } from '../clients.js';
import type { Intake, Outcome, VersionedItem } from './executor.js';
import { patientCall } from '../pipeline/retried-call.js';
import type { Journal, JournalledPoint } from '../runs/journal.js';
import { takeIn, type TakeInDeps } from '../pipeline/ingest-asset.js';

/** Items compared with what is stored, and points written to the index, in one call. */
const BATCH_ITEMS = 64;
/** Pictures in flight at once: enough to keep rendering, two models and storage busy on a small machine. */
const CONCURRENCY = 4;
const CALL_TIMEOUT_MS = 30_000;

export interface LocalIntakeOptions extends TakeInDeps {
  journal: Journal;
  concurrency?: number | undefined;
}

/** Takes items in by this process, with a bound on pictures in memory. */
export function createLocalIntake({
  journal,
  concurrency = CONCURRENCY,
  ...deps
}: LocalIntakeOptions): Intake {
  const limit = pLimit(concurrency);
  return {
    batchItems: BATCH_ITEMS,
    takeInAll: async (items, onSettled) => {
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
      const outcomes = await settleAll(
        items.map((item) => limit(() => settle(item))),
        limit,
      );
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
    await patientCall((call) => clients.retrieval.upsertPoints({ modelFingerprint, points }, call), {
      timeoutMs: CALL_TIMEOUT_MS,
      signal,
    });
  }
}

type TakenOutcome = { kind: 'added'; entry: JournalledPoint } | Exclude<Outcome, { kind: 'added' }>;

/** One picture that cannot be taken in is reported and passed over; a service that stays away ends the run. */
export async function takeInOrReport(
  { item, contentVersion }: VersionedItem,
  deps: TakeInDeps,
): Promise<TakenOutcome> {
  try {
    const { point, modelFingerprint } = await takeIn(item, contentVersion, deps);
    return point === undefined
      ? { kind: 'withdrawn' }
      : { kind: 'added', entry: { modelFingerprint, point } };
  } catch (error) {
    if (error instanceof ItemFault) return { kind: 'failed', reason: error.message };
    const { code, message, issues } = toAppError(error);
    if (!ABOUT_THE_ITEM.has(code)) throw error;
    const reason =
      issues.map(({ msg }) => msg).join('; ') || (error instanceof Error ? error.message : message);
    return { kind: 'failed', reason };
  }
}

const ABOUT_THE_ITEM: ReadonlySet<string> = new Set(['invalid_request', 'body_too_large', 'internal']);

/** On a failure that ends the run, what has not begun does not begin, and what has is waited for. */
async function settleAll<Value>(
  running: readonly Promise<Value>[],
  limit: { clearQueue(): void },
): Promise<Value[]> {
  try {
    return await Promise.all(running);
  } catch (error) {
    limit.clearQueue();
    throw error;
  }
}
