import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';

export type Encoding = 'br' | 'gzip' | 'identity';

/** One file of the page, as it is sent: in memory, so that a build beside a running gateway changes nothing for it. */
export interface SiteFile {
  /** Its address, such as `/favicon.svg`; the page itself is `/`. */
  path: string;
  /** `.html`, `.js` … */
  extension: string;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
  /** Of the content, so that all replicas agree. */
  etag: string;
  /** Whether its name holds the hash of its content. */
  isHashed: boolean;
}

const SUFFIXES: [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];
const HASHED = '/assets/';

/** The files of the built page of `packages/console`; null while it is not built. */
export function readConsoleSite(dir = builtSiteDir()): SiteFile[] | null {
  if (!existsSync(join(dir, 'index.html'))) return null;
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !SUFFIXES.some(([, suffix]) => entry.name.endsWith(suffix)))
    .map((entry) => readSiteFile(dir, join(entry.parentPath, entry.name)));
}

function readSiteFile(dir: string, file: string): SiteFile {
  const name = `/${relative(dir, file).split(sep).join('/')}`;
  const identity = readFileSync(file);
  const compressed = SUFFIXES.filter(([, suffix]) => existsSync(file + suffix)).map(
    ([encoding, suffix]) => [encoding, readFileSync(file + suffix)] as const,
  );
  return {
    path: name === '/index.html' ? '/' : name,
    extension: extname(name),
    bodies: { ...Object.fromEntries(compressed), identity },
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    isHashed: name.startsWith(HASHED),
  };
}

function builtSiteDir(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@imagesearch/console/package.json')), 'dist', 'site');
}
