import { readFile, rm } from 'node:fs/promises';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { z } from 'zod';

const countsSchema = z.object({
  added: z.number(),
  unchanged: z.number(),
  withdrawn: z.number(),
  failed: z.number(),
});

const checkpointSchema = z.object({ cursor: z.string(), counts: countsSchema });

export type Counts = z.output<typeof countsSchema>;

/** How far a run got: every entry up to the cursor is settled. */
export type Checkpoint = z.output<typeof checkpointSchema>;

export const NO_COUNTS: Counts = { added: 0, unchanged: 0, withdrawn: 0, failed: 0 };

export interface CheckpointFile {
  /** What an interrupted run left; undefined when the last run completed. */
  read(): Promise<Checkpoint | undefined>;
  write(checkpoint: Checkpoint): Promise<void>;
  clear(): Promise<void>;
}

export function openCheckpoint(path: string): CheckpointFile {
  return {
    read: async () => {
      try {
        return checkpointSchema.parse(JSON.parse(await readFile(path, 'utf8')));
      } catch {
        return undefined;
      }
    },
    write: (checkpoint) => writeFileAtomic(path, JSON.stringify(checkpoint)),
    clear: () => rm(path, { force: true }),
  };
}

/** For runs that always start at the beginning. */
export const NO_CHECKPOINT: CheckpointFile = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  clear: () => Promise.resolve(),
};
