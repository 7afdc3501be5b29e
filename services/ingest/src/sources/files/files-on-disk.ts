import { realpath, stat } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { AssetFault } from '../../asset-failure.js';
import { confinedPath } from './file-path.js';
import { leftOutOnTheWay, type LeavesOut } from './left-out.js';

/** What a row's name of a file leads to. */
export type Match =
  /** Its path below the folder, as the disk writes it. */
  | { file: string }
  /** It lies where no run looks: what that is counted as. */
  | { skipped: string }
  | { fault: string; isGone?: true };

type Resolved =
  | { path: string; identity: string | undefined; fault?: never }
  | { fault: string; path?: never; identity?: never };

/** The images of a folder, by which a row may mean any of them. */
export class FilesOnDisk {
  readonly #root: string;
  readonly #leavesOut: LeavesOut;
  readonly #paths = new Set<string>();
  readonly #byIdentity = new Map<string, string>();
  /** By the last part of their names, with and without its ending. */
  readonly #byName = new Map<string, string[]>();
  readonly #byStem = new Map<string, string[]>();

  constructor(root: string, leavesOut: LeavesOut) {
    this.#root = root;
    this.#leavesOut = leavesOut;
  }

  /** @returns what is the same for all names of one file; undefined where the disk cannot tell. */
  async add(path: string): Promise<string | undefined> {
    this.#paths.add(path);
    const name = folded(path);
    addTo(this.#byName, posix.basename(name), path);
    addTo(this.#byStem, posix.basename(withoutEnding(name)), path);
    const identity = await identityOf(join(this.#root, path));
    if (identity !== undefined && !this.#byIdentity.has(identity)) this.#byIdentity.set(identity, path);
    return identity;
  }

  /**
   * The file that a row names: the one that its name leads to on this disk; else the only one that its name may be meant for, in another
   * Unicode form, other capitals, other slashes, without a folder or without an ending.
   */
  async match(given: string): Promise<Match> {
    const exact = posix.normalize(given);
    if (this.#paths.has(exact)) return { file: exact };
    const found = await this.#resolve(given);
    const known = found.identity && this.#byIdentity.get(found.identity);
    if (known !== undefined) return { file: known };
    const meant = this.#meantBy(given);
    if (meant.length === 1) return { file: meant[0] ?? '' };
    if (meant.length > 1) return { fault: `it may be meant for ${meant.slice(0, 3).join(' or ')}` };
    if (found.path === undefined) return { fault: found.fault, isGone: true };
    const skipped = leftOutOnTheWay(found.path, this.#leavesOut);
    return skipped === undefined ? { file: found.path } : { skipped };
  }

  /** Links are followed. */
  async #resolve(given: string): Promise<Resolved> {
    try {
      const path = await confinedPath(this.#root, given);
      return {
        path: relative(await realpath(this.#root), path),
        identity: await identityOf(path),
      };
    } catch (error) {
      if (error instanceof AssetFault) return { fault: error.message };
      throw error;
    }
  }

  #meantBy(given: string): string[] {
    const name = folded(given);
    const named = (this.#byName.get(posix.basename(name)) ?? []).map((path) => [path, folded(path)] as const);
    const stems = (this.#byStem.get(posix.basename(name)) ?? []).map(
      (path) => [path, withoutEnding(folded(path))] as const,
    );
    for (const candidates of [named, stems])
      for (const isMeant of [(path: string) => path === name, (path: string) => path.endsWith(`/${name}`)]) {
        const meant = candidates.filter(([, path]) => isMeant(path));
        if (meant.length > 0) return meant.map(([path]) => path);
      }
    return [];
  }

  /** Whether a cell of a line names a file, as the line of a row does. */
  isNamedIn(line: string): boolean {
    const cells = line.split(/[,;\t"]/).map((cell) => posix.basename(folded(cell)));
    return cells.some((cell) => this.#byName.has(cell));
  }
}

/** The same for all ways to write a name that people take for one. */
function folded(path: string): string {
  // Capitals first, so that letters with two small forms agree.
  const letters = path.trim().replaceAll('\\', '/').normalize('NFC').toUpperCase().toLowerCase();
  return posix.normalize(letters.normalize('NFC'));
}

function withoutEnding(path: string): string {
  return path.slice(0, path.length - posix.extname(path).length);
}

function addTo(map: Map<string, string[]>, name: string, path: string): void {
  const paths = map.get(name);
  if (paths === undefined) map.set(name, [path]);
  else paths.push(path);
}

/** Some disks number no files. */
export async function identityOf(path: string): Promise<string | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats === undefined || stats.ino === 0n ? undefined : `${stats.dev}:${stats.ino}`;
}
