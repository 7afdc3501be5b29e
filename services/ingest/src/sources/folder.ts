import type { Dirent } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { confinedPath } from './files/confined-path.js';
import { countLines } from './files/read-lines.js';
import { readRows, type Row } from './files/read-rows.js';
import type { Source, SourceEntry } from './source.js';
import { idOfPath } from './asset-id.js';
import { readEmbeddedFacts } from './embedded-facts.js';
import { AssetFault } from '../pipeline/asset-fault.js';
import { factsOfRow, versionOfFile } from './manifest.js';
import { readRow, type ManifestRow } from './manifest-row.js';
import { toItem } from './to-item.js';

const EXTENSIONS: ReadonlySet<string> = new Set(['.jpg', '.jpeg', '.png', '.webp']);
const SIDECARS = ['metadata.jsonl', 'metadata.csv'];

/**
 * The images in a folder and in the folders below it. With a `metadata.jsonl` or `metadata.csv` in the folder it is
 * that file which says which images there are and what is known of them; without one, every JPEG, PNG and WebP file
 * is taken. What neither says is read from the image's own IPTC and XMP fields.
 */
export async function openFolder(folder: string, source: string): Promise<Source> {
  const sidecar = await findSidecar(folder);
  return {
    source,
    total: await countEntries(folder, sidecar),
    async *entries(after) {
      if (sidecar === undefined) {
        for await (const path of imagesIn(folder, '', after)) yield await entryOf(path, {}, source, folder);
        return;
      }
      for await (const row of readRows(sidecar, after)) {
        yield { ...(await entryOfRow(row, source, folder)), cursor: row.cursor };
      }
    },
  };
}

async function findSidecar(folder: string): Promise<string | undefined> {
  for (const name of SIDECARS) {
    const path = join(folder, name);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}

async function countEntries(folder: string, sidecar: string | undefined): Promise<number | undefined> {
  if (sidecar !== undefined) return sidecar.endsWith('.csv') ? undefined : countLines(sidecar);
  let count = 0;
  for await (const path of imagesIn(folder, '', undefined)) count += Number(path !== '');
  return count;
}

/** Paths below the folder in the order of their parts, so that a run can go on behind any of them. */
async function* imagesIn(root: string, below: string, after: string | undefined): AsyncGenerator<string> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => compare(sortKey(a), sortKey(b)))) {
    if (entry.name.startsWith('.')) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (after !== undefined && compare(keyOfPath(path, entry), after) <= 0 && !after.startsWith(`${path}/`))
      continue;
    if (entry.isDirectory()) yield* imagesIn(root, path, after);
    else if (entry.isFile() && EXTENSIONS.has(extname(entry.name).toLowerCase())) yield path;
  }
}

const sortKey = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
const keyOfPath = (path: string, entry: Dirent): string => (entry.isDirectory() ? `${path}/` : path);

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

async function entryOfRow(row: Row, source: string, folder: string): Promise<SourceEntry> {
  if (row.fault !== undefined) return { name: row.name, broken: row.fault };
  try {
    const fields = readRow(row.fields);
    if (fields.file === undefined) throw new AssetFault('file: every row needs one');
    return await entryOf(fields.file, fields, source, folder);
  } catch (error) {
    if (!(error instanceof AssetFault)) throw error;
    return { name: row.name, broken: error.message };
  }
}

async function entryOf(
  file: string,
  row: Partial<ManifestRow>,
  source: string,
  folder: string,
): Promise<SourceEntry> {
  try {
    const path = await confinedPath(folder, file);
    const bytesVersion = await versionOfFile(path);
    const embedded = await readEmbeddedFacts(path);
    const stated = known(factsOfRow({ ...NOTHING, ...row }));
    // A licence and its address belong together: half of one is never completed from elsewhere.
    const licence =
      'license' in stated || 'licenseUrl' in stated ? { license: undefined, licenseUrl: undefined } : {};
    const facts = { title: titleOf(file), ...embedded, ...licence, ...stated };
    return {
      ...toItem(source, { ...facts, id: row.id ?? idOfPath(file), image: { path }, bytesVersion }),
      cursor: file,
    };
  } catch (error) {
    if (!(error instanceof AssetFault)) throw error;
    return { name: file, broken: error.message, cursor: file };
  }
}

const NOTHING = readRow({});

function known<Facts extends object>(facts: Facts): Partial<Facts> {
  const stated: Partial<Facts> = {};
  for (const name in facts) {
    const value = facts[name];
    if (value !== undefined && value !== null && value !== '') stated[name] = value;
  }
  return stated;
}

/** `summer/red-barn_02.jpg` → `red barn 02` */
function titleOf(path: string): string {
  return basename(path, extname(path))
    .replace(/[_\-.\s]+/g, ' ')
    .trim();
}
