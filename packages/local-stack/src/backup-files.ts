import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CommandFailure } from '@imagesearch/service-kit/process/command';
import { z } from 'zod';
import { backupDescription, type BackupDescription, KEPT } from './backup-stores.js';

export const DESCRIPTION = 'backup.json';
/** One line for each file, so that a backup of any size can be listed and read. */
export const FILE_LIST = 'files.jsonl';
const LINES_AT_ONCE = 1_000;
const NAMED_MAX = 5;

const listedFile = z.strictObject({
  /** Below the backup, with slashes; of a folder without files it ends with one. */
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
});
type ListedFile = z.output<typeof listedFile>;

/** Writes the list of everything in a backup. @returns what its description says of the list. */
export async function listFiles(backup: string): Promise<BackupDescription['files']> {
  const lines: string[] = [];
  let [count, bytes] = [0, 0];
  const write = (): Promise<void> => appendFile(join(backup, FILE_LIST), lines.splice(0).join(''));
  for await (const entry of entriesOf(backup)) {
    if (entry.isForeign)
      throw new CommandFailure(`${join(backup, entry.path)} is neither a file nor a folder.`);
    const file = await readListed(backup, entry.path);
    lines.push(`${JSON.stringify(file)}\n`);
    count += 1;
    bytes += file.bytes;
    if (lines.length >= LINES_AT_ONCE) await write();
  }
  await write();
  return { count, bytes, sha256: await digestOf(join(backup, FILE_LIST)) };
}

/**
 * What a backup says of itself, once all of it is found to be so: every listed file is there with its digest, and nothing else is,
 * no link among it. Nothing is changed. @throws CommandFailure that names what is wrong.
 */
export async function checkBackup(backup: string): Promise<BackupDescription> {
  const description = await describe(backup);
  const list = join(backup, FILE_LIST);
  if ((await digestOf(list).catch(() => '')) !== description.files.sha256)
    throw new CommandFailure(`${backup} is not whole: ${FILE_LIST} is missing or was changed.`);
  // Without following a link: what is read below is a file for sure.
  const present = new Set<string>();
  const wrong: string[] = [];
  for await (const { path, isForeign } of entriesOf(backup)) {
    if (isForeign) wrong.push(`${path} is a link or no file`);
    else if (path !== DESCRIPTION && path !== FILE_LIST) present.add(path);
  }
  for await (const line of createInterface({ input: createReadStream(list) })) {
    const expected = listedFile.parse(JSON.parse(line));
    const isThere = present.delete(expected.path);
    const fault = isThere ? await faultOf(backup, expected) : 'is missing';
    if (fault !== undefined) wrong.push(`${expected.path} ${fault}`);
  }
  wrong.push(...[...present].map((path) => `${path} is foreign`));
  if (wrong.length === 0) return description;
  const more = wrong.length > NAMED_MAX ? ` and ${wrong.length - NAMED_MAX} more` : '';
  throw new CommandFailure(`${backup} is not whole: ${wrong.slice(0, NAMED_MAX).join(', ')}${more}.`);
}

async function describe(backup: string): Promise<BackupDescription> {
  const text = await readFile(join(backup, DESCRIPTION), 'utf8').catch(() => {
    throw new CommandFailure(`${backup} is not a complete backup: it has no ${DESCRIPTION}.`);
  });
  const { data } = backupDescription.safeParse(parsed(text));
  if (data === undefined) throw new CommandFailure(`${backup} was made by another version, or was changed.`);
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only what a backup writes: so no path leads elsewhere, and nothing else gets into DATA_DIR. */
function isOfBackup(path: string): boolean {
  const [top = '', name = '', ...rest] = path.split('/');
  if ([name, ...rest].some((part) => part === '.' || part === '..')) return false;
  if (top === 'data') return (KEPT as readonly string[]).includes(name) || path === 'data/';
  return top === 'index' || path === 'database.dump';
}

async function faultOf(backup: string, expected: ListedFile): Promise<string | undefined> {
  if (!isOfBackup(expected.path)) return 'is no file of a backup';
  const { bytes, sha256 } = await readListed(backup, expected.path);
  return bytes === expected.bytes && sha256 === expected.sha256 ? undefined : 'was changed';
}

async function readListed(backup: string, path: string): Promise<ListedFile> {
  if (path.endsWith('/')) return { path, bytes: 0, sha256: '' };
  const { size: bytes } = await stat(join(backup, path));
  return { path, bytes, sha256: await digestOf(join(backup, path)) };
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

interface Entry {
  path: string;
  /** Neither a file nor a folder. */
  isForeign: boolean;
}

/** All files, and the folders without any, in the order of their names. No link is followed. */
async function* entriesOf(backup: string, below = ''): AsyncGenerator<Entry> {
  const entries = await readdir(join(backup, below), { withFileTypes: true });
  if (entries.length === 0 && below !== '') yield { path: below, isForeign: false };
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* entriesOf(backup, `${path}/`);
    else yield { path, isForeign: !entry.isFile() };
  }
}
