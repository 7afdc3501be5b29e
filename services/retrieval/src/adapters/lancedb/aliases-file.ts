import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { z } from 'zod';

/** The tables in use; LanceDB itself has no aliases. */
const schema = z.object({ serving: z.string().optional(), rebuild: z.string().optional() });

export type AliasedTables = z.output<typeof schema>;

const FILE = 'aliases.json';

/** Undefined when the file does not exist. */
export async function readAliases(dir: string): Promise<AliasedTables | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(join(dir, FILE), 'utf8')));
  } catch (error) {
    // By code, not by class: an error may come from another realm with its own `Error`.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeAliases(dir: string, aliases: AliasedTables): Promise<void> {
  return writeFileAtomic(join(dir, FILE), JSON.stringify(aliases), { mode: 0o600 });
}
