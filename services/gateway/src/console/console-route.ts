import type { RequestHandler } from 'express';
import sirv from 'sirv';
import type { GatewayContext } from '../context.js';
import { secureConsoleHeaders } from '../http/middleware/secure-headers.js';
import { findConsoleSite, type ConsoleSite } from './console-site.js';

/** A file below this has its content's hash in its name. */
const HASHED = '/assets/';

/**
 * `GET /`: the page to look at images, and its files; by path. Nothing but static files: the page works on the public API.
 * Empty while the console is not built; the API needs no console.
 */
export function consoleRoutes(
  { config, addresses, logger }: Pick<GatewayContext, 'config' | 'addresses' | 'logger'>,
  site: ConsoleSite | undefined = findConsoleSite(),
): [path: string, handlers: RequestHandler[]][] {
  if (!site) {
    logger.warn('the console is not built, so / answers 404; node packages/console/build.mjs builds it');
    return [];
  }
  const headers = secureConsoleHeaders(() => [...config.consoleImageOrigins, new URL(addresses.baseUrl).origin]);
  const files = sirv(site.dir, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      const cacheControl = path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache';
      response.setHeader('Cache-Control', cacheControl);
    },
  });
  return site.paths.map((path) => [path, [headers, files]]);
}
