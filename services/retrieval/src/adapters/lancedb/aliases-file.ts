import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Which tables of the folder are in use: the embedded engine's alias. */
const schema = z.object({ serving: z.string().optional(), rebuild: z.string().optional() });

export type AliasedTables = z.output<typeof schema>;

const FILE = 'places.json';

/** Undefined when none was written yet. */
export async function readAliases(dir: string): Promise<AliasedTables | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(join(dir, FILE), 'utf8')));
  } catch (error) {
    // Not by class: an error may come from another realm, where `Error` is another one.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A reader finds the old file or the new one, whole, at any moment and after any crash: it is renamed into place. */
export async function writeAliases(dir: string, aliases: AliasedTables): Promise<void> {
  const path = join(dir, FILE);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(aliases));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
