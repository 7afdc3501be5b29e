import { z } from 'zod';
import type { RebuildRecord } from '../domain/rebuild-record.js';

/** As both engines store it. */
export const rebuildRecordSchema: z.ZodType<RebuildRecord> = z.object({
  beat: z.number().int(),
  holder: z.string().nullable(),
  target: z.string().nullable(),
  cursor: z.string().nullable(),
  done: z.number().int(),
});
