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

function sendFile({ extension, body, etag, isHashed }: SiteFile): RequestHandler {
  const cacheControl = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
  return (_request, response) => {
    response.set({ 'Cache-Control': cacheControl, ETag: etag }).type(extension).send(body);
  };
}

/** One file of the page, as it is sent: in memory, so that a build beside a running gateway changes nothing for it. */
interface SiteFile {
  /** Its address, such as `/favicon.svg`; the page itself is `/`. */
  path: string;
  /** `.html`, `.js` … */
  extension: string;
  body: Buffer;
  /** Of the content, so that all replicas agree. Weak: it is sent compressed in several ways. */
  etag: string;
  /** Whether its name holds the hash of its content. */
  isHashed: boolean;
}

const HASHED = '/assets/';

/** The files of the built page of `packages/console`; null while it is not built. */
export function readConsoleSite(dir = builtSiteDir()): SiteFile[] | null {
  if (!existsSync(join(dir, 'index.html'))) return null;
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readSiteFile(dir, join(entry.parentPath, entry.name)));
}

function readSiteFile(dir: string, file: string): SiteFile {
  const name = `/${relative(dir, file).split(sep).join('/')}`;
  const body = readFileSync(file);
  return {
    path: name === '/index.html' ? '/' : name,
    extension: extname(name),
    body,
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    isHashed: name.startsWith(HASHED),
  };
}

function builtSiteDir(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@imagesearch/console/package.json')), 'dist', 'site');
}
