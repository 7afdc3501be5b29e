import type { IngestClients } from '@imagesearch/contracts/clients';
import { writePoints } from '../pipeline/write-points.js';
import type { JournalledPoint } from '../runs/journal.js';

/** Points in one write at most. */
const POINTS_MAX = 64;

export interface PointWriter {
  /** Resolves when the index holds the point. */
  write(entry: JournalledPoint): Promise<void>;
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
  entry: JournalledPoint;
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
        await writePoints(
          batch.map(({ entry }) => entry),
          { clients, signal },
        );
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
