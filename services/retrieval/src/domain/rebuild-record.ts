import { z } from 'zod';

/** How far a copy of the serving collection has come, as both engines store it. */
export const rebuildRecordSchema = z.object({
  /** The collection that is filled. */
  target: z.string(),
  /** Where the copy goes on; null begins. */
  cursor: z.string().nullable(),
  /** Points that are copied. */
  done: z.number().int(),
});

export type RebuildRecord = z.output<typeof rebuildRecordSchema>;
