import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the checkout. */
export const ROOT = join(import.meta.dirname, '../../..');

/** A file of it. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
