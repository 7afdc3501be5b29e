import { z } from 'zod';

const ASSET_ID_CHARS_MAX = 256;

/** `<source>:<id>`, without what a path, a log line or a database cannot hold. */
export const assetIdSchema = z
  .string()
  .max(ASSET_ID_CHARS_MAX)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*:[^\s\p{Cc}/\\?#]+$/u, 'Expected <source>:<id>.')
  .describe('`<source>:<id>`');
