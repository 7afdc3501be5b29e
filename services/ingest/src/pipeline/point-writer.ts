import type { IngestClients } from '@imagesearch/contracts/clients';
import type { Dimensions, PointInput } from '@imagesearch/contracts/messages';
import { callWithRetry } from './service-calls.js';

/** Points in one write at most. */
const POINTS_MAX = 64;

/** What the index holds of an asset, and the model that it is of. */
export interface ModelPoint {
  modelFingerprint: string;
  /** Of the model's vectors. */
  dimensions: Dimensions | null;
  point: PointInput;
}

export interface PointWriter {
  /** Resolves when the index holds the point. */
  write(entry: ModelPoint): Promise<void>;
  /** Writes what waits without further delay. */
  flush(): void;
}

export interface PointWriterOptions {
  clients: Pick<IngestClients, 'retrieval'>;
  signal: AbortSignal;
  /** How long a point waits for others: the index takes many at once faster. */
  waitMs?: number;
}

interface Waiting {
  entry: ModelPoint;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Points that arrive during a write go together in the next write. */
export function createPointWriter({ clients, signal, waitMs = 0 }: PointWriterOptions): PointWriter {
  let waiting: Waiting[] = [];
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;

  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, POINTS_MAX);
      waiting = waiting.slice(POINTS_MAX);
      try {
        const entries = batch.map(({ entry }) => entry);
        await writePoints(entries, { clients, signal });
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!isWriting) void writeAll();
  };

  return {
    write: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        if (waitMs === 0 || waiting.length >= POINTS_MAX) flush();
        else timer ??= setTimeout(flush, waitMs);
      }),
    flush,
  };
}

interface WritePointsOptions extends Omit<PointWriterOptions, 'waitMs'> {
  /** The index that is being built; without it the points go to the index that serves. */
  rebuildId?: string;
}

/** Writes at most one batch to the index, with one call for each model. */
export async function writePoints(
  entries: readonly ModelPoint[],
  { clients: { retrieval }, signal, rebuildId }: WritePointsOptions,
): Promise<void> {
  const fingerprints = new Set(entries.map(({ modelFingerprint }) => modelFingerprint));
  for (const modelFingerprint of fingerprints) {
    const ofModel = entries.filter((entry) => entry.modelFingerprint === modelFingerprint);
    const points = ofModel.map(({ point }) => point);
    const dimensions = ofModel[0]?.dimensions ?? null;
    const into = rebuildId === undefined ? {} : { rebuildId };
    const request = { modelFingerprint, dimensions, points, ...into };
    await callWithRetry((call) => retrieval.upsertPoints(request, call), signal);
  }
}
