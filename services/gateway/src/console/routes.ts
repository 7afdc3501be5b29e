import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import type { Logger } from '@imagesearch/service-kit/logging';
import { secureConsoleHeaders } from '../http/headers.js';

/**
 * `GET /`: the page to look at images, and its files; by path. Nothing but static files: the page works on the public API.
 * Empty while the console is not built; the API needs no console.
 */
export function consoleRoutes(
  imageOrigins: () => readonly string[],
  logger: Pick<Logger, 'warn'>,
  site: readonly SiteFile[] | null = readConsoleSite(),
): [path: string, handlers: RequestHandler[]][] {
  if (!site) {
    logger.warn('the console is not built, so / answers 404; node packages/console/build.mjs builds it');
    return [];
  }
  const headers = secureConsoleHeaders(imageOrigins);
  return site.map((file) => [file.path, [headers, sendFile(file)]]);
}

function sendFile({ extension, bodies, etag, isHashed }: SiteFile): RequestHandler {
  const cacheControl = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
  const encodings = (['br', 'gzip'] as const).filter((encoding) => bodies[encoding] !== undefined);
  return (request, response) => {
    // The smallest that the caller takes: browsers list gzip before brotli.
    const encoding = encodings.find((known) => request.acceptsEncodings(known) === known);
    // Each encoding is another representation (RFC 9110, section 8.8.3).
    response.set({
      'Cache-Control': cacheControl,
      ETag: `"${etag}${encoding === undefined ? '' : `-${encoding}`}"`,
    });
    response.vary('Accept-Encoding').type(extension);
    if (encoding !== undefined) response.set('Content-Encoding', encoding);
    response.send((encoding && bodies[encoding]) ?? bodies.identity);
  };
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** One file of the page, as it is sent: in memory, so that a build beside a running gateway changes nothing for it. */
interface SiteFile {
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
