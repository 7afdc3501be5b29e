import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, appendFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { lockFolder } from '@imagesearch/service-kit/files/folder-lock';
import { writing } from '@imagesearch/service-kit/files/storage-fault';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { z } from 'zod';

const DIGEST_CHARS = 12;

/** What a run keeps on disk, so that the next run continues where a killed one stopped. */
interface RunFolder {
  checkpoint: CheckpointFile;
  /** Where failures are reported when the operator names no other file. */
  reportPath: string;
  release(): Promise<void>;
}

/**
 * @param identity Another query has another folder.
 * @throws StorageFault when the folder cannot be written; Error when another run of the same source holds it.
 */
export async function openRunFolder(
  dataDir: string,
  source: string,
  identity: readonly string[],
): Promise<RunFolder> {
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, DIGEST_CHARS);
  const folder = join(resolve(dataDir), 'ingest', `${source}-${digest}`);
  const lock = await writing(folder, async () => {
    await mkdir(folder, { recursive: true });
    return lockFolder(folder);
  });
  return {
    checkpoint: openCheckpoint(join(folder, 'checkpoint.json')),
    reportPath: join(folder, 'failures.jsonl'),
    release: () => lock.release(),
  };
}

const count = z.number().default(0);
const countsSchema = z.object({
  added: count,
  unchanged: count,
  withdrawn: count,
  failed: count,
  /** By what they are counted as, such as `.svg`. */
  skipped: z.record(z.string(), z.number()).default({}),
  /** Images for which a licence or a creator is no longer declared. */
  lostLicense: count,
  lostCreator: count,
});

const checkpointSchema = z.object({ cursor: z.string(), counts: countsSchema });

export type Counts = z.output<typeof countsSchema>;

/** How far a run got: every entry up to the cursor is settled. */
type Checkpoint = z.output<typeof checkpointSchema>;

export const NO_COUNTS: Counts = countsSchema.parse({});

export interface CheckpointFile {
  /** What an interrupted run left; undefined when the last run completed. */
  read(): Promise<Checkpoint | undefined>;
  write(checkpoint: Checkpoint): Promise<void>;
  clear(): Promise<void>;
}

function openCheckpoint(path: string): CheckpointFile {
  return {
    read: async () => {
      try {
        return checkpointSchema.parse(JSON.parse(await readFile(path, 'utf8')));
      } catch {
        return undefined;
      }
    },
    write: (checkpoint) =>
      writing(path, () => writeFileAtomic(path, JSON.stringify(checkpointSchema.parse(checkpoint)))),
    clear: () => rm(path, { force: true }),
  };
}

export interface IngestFailure {
  /** An asset id where there is one, else a line or a path of the source. */
  entry: string;
  reason: string;
}

/** Where failures are kept, one JSON object a line: `{"at", "entry", "reason"}`. */
export interface Report {
  add(failures: readonly IngestFailure[]): Promise<void>;
  clear(): Promise<void>;
}

export function openReport(path: string): Report {
  return {
    add: async (failures) => {
      if (failures.length === 0) return;
      const at = new Date().toISOString();
      const lines = failures.map((failure) => lineOf({ at, ...failure })).join('');
      await writing(path, () => appendFile(path, lines));
    },
    clear: () => rm(path, { force: true }),
  };
}

/** Control characters are escaped, so the file is safe to print on a terminal. */
function lineOf(entry: IngestFailure & { at: string }): string {
  return `${printableText(JSON.stringify(entry))}\n`;
}
