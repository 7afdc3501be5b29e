import type { IngestClients } from '@imagesearch/contracts/clients';
import { writePoints } from '../../pipeline/write-points.js';
import type { JournalledPoint } from '../../runs/journal.js';

/** Points in one write at most. */
const POINTS_MAX = 64;

export type WritePoint = (entry: JournalledPoint) => Promise<void>;

interface Waiting {
  entry: JournalledPoint;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Points that arrive during a write go together in the next write. */
export function createPointWriter(clients: IngestClients, signal: AbortSignal): WritePoint {
  let waiting: Waiting[] = [];
  let isWriting = false;

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

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      if (!isWriting) void writeAll();
    });
}
