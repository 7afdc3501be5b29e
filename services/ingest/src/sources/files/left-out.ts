import { basename } from 'node:path';
import picomatch from 'picomatch';

/** What an operator says of files and folders, by glob patterns; one without a slash is of a name in any folder. */
export interface FolderChoice {
  /** These stay out, whatever else is said of them. */
  exclude?: readonly string[] | undefined;
  /** These are looked at although they are hidden or a system's. */
  include?: readonly string[] | undefined;
}

/** What systems, network disks and photo programs keep beside the photographs: deleted ones, previews, copies of other days. */
const SYSTEM_FOLDERS = new Set([
  '@eadir',
  '@recycle',
  '@recently-snapshot',
  '@tmp',
  '#recycle',
  '#snapshot',
  '~snapshot',
  '$recycle.bin',
  '$extend',
  'recycler',
  'recycled',
  'recently deleted',
  'system volume information',
  'network trash folder',
  'temporary items',
  'lost+found',
  'lost.dir',
  'ipod photo cache',
  '__macosx',
]);

/** Programs keep the photographs of a library beside those that were deleted from it. */
const LIBRARY =
  /\.(?:photoslibrary|photolibrary|migratedphotolibrary|aplibrary|migratedaplibrary|lrdata|lrcat-data|lrlibrary)$/;
/** What a check of a disk of Windows finds. */
const FOUND = /^found\.\d{3}$/;

/**
 * What a file or a folder is counted as that no run looks at; undefined for others.
 * @param path Below the folder that is ingested.
 */
export type LeavesOut = (path: string) => string | undefined;

export function leavesOutBy({ exclude = [], include = [] }: FolderChoice): LeavesOut {
  const [isExcluded, isIncluded] = [matcherOf(exclude), matcherOf(include)];
  return (path) => {
    // The folder itself is not left out, whatever it is called.
    if (path === '') return undefined;
    if (isExcluded(path)) return 'excluded';
    return isIncluded(path) ? undefined : keptBySystem(basename(path));
  };
}

/** What files and folders are counted as that begin with a dot. */
export const HIDDEN = 'hidden';

function keptBySystem(given: string): string | undefined {
  const name = given.toLowerCase();
  if (name.startsWith('.')) return HIDDEN;
  if (SYSTEM_FOLDERS.has(name) || FOUND.test(name)) return `system folder ${given}`;
  const [ending] = LIBRARY.exec(name) ?? [];
  return ending === undefined ? undefined : `library *${ending}`;
}

/** As on disks that tell no capitals apart: a pattern never leaves out less than it seems to. */
function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const tests = patterns.map((pattern) => {
    const plain = pattern.replace(/^\.\//, '').replace(/\/+$/, '').normalize('NFC');
    const test = picomatch(plain, { dot: true, nocase: true, nonegate: true });
    return plain.includes('/') ? test : (path: string) => test(basename(path));
  });
  return (path) => tests.some((test) => test(path.normalize('NFC')));
}

/** Of a path whose folders may be left out too. */
export function leftOutOnTheWay(path: string, leavesOut: LeavesOut): string | undefined {
  const names = path.split('/');
  for (const at of names.keys()) {
    const reason = leavesOut(names.slice(0, at + 1).join('/'));
    if (reason !== undefined) return reason;
  }
  return undefined;
}
