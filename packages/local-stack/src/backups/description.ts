import { z } from 'zod';

export const BACKUP_FORMAT = 1;

/** `backup.json` of a backup; a folder without it is not whole. */
export const backupDescription = z.object({
  format: z.literal(BACKUP_FORMAT),
  takenAt: z.iso.datetime(),
  /** Whether `database.dump` is beside it; otherwise the databases are embedded ones, within `data`. */
  hasDatabase: z.boolean(),
  /** Of `index.snapshot` beside it; otherwise the index is one of LanceDB, within `data`. */
  index: z.object({ collection: z.string(), checksum: z.string().nullable() }).optional(),
});

export type BackupDescription = z.output<typeof backupDescription>;
