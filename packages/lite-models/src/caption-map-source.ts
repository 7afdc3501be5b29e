import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written by `pnpm relevance fit-captions`. */
const FILE = join(import.meta.dirname, '../data/caption-map.json');

/**
 * The map from images to captions of `lite`. Unlike the other files it is kept in the repository (35 kB): fitting it takes
 * minutes and a collection of drawings, and the result differs slightly between processors.
 */
export function captionMapFile(): Uint8Array {
  return readFileSync(FILE);
}
