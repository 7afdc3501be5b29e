import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
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
  dir = builtSiteDir(),
): [path: string, handlers: RequestHandler[]][] {
  if (!existsSync(join(dir, 'index.html'))) {
    logger.warn('the console is not built, so / answers 404; node packages/console/build.mjs builds it');
    return [];
  }
  const headers = secureConsoleHeaders(imageOrigins);
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .map((name) => [name === 'index.html' ? '/' : `/${name}`, [headers, sendFile(dir, name)]]);
}

/** The names of these files hold the hash of their content. */
const HASHED = 'assets/';

function sendFile(root: string, name: string): RequestHandler {
  const cacheControl = name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache';
  const digest = createHash('sha256')
    .update(readFileSync(join(root, name)))
    .digest('base64url');
  // Of the content, so that all replicas agree. Weak: it is sent compressed in several ways.
  const headers = { 'Cache-Control': cacheControl, ETag: `W/"${digest.slice(0, 22)}"` };
  return (_request, response) => {
    response.set(headers).sendFile(name, { root, cacheControl: false, lastModified: false });
  };
}

function builtSiteDir(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@imagesearch/console/package.json')), 'dist', 'site');
}
