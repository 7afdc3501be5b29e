import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written by `pnpm fit:captions`. */
const FILE = join(import.meta.dirname, '../data/caption-map.json');

/**
 * The map from images to captions, as it is built into `lite`. Unlike the other files it is kept in the repository: to fit it
 * takes minutes and a collection of drawings, and its 35 kB come out a little different on every processor.
 */
export function captionMapFile(): Uint8Array {
  return readFileSync(FILE);
}
