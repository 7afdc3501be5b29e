import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const ROOT = join(import.meta.dirname, '../../..');

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function readYaml(path: string): unknown {
  return parse(readText(path), { merge: true });
}
