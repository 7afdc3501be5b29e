import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.js';
import { secureConsoleHeaders } from '../http/middleware/secure-headers.js';
import { readConsoleSite, type SiteFile } from './console-site.js';

/**
 * `GET /`: the page to look at images, and its files; by path. Nothing but static files: the page works on the public API.
 * Empty while the console is not built; the API needs no console.
 */
export function consoleRoutes(
  { config, addresses, logger }: Pick<GatewayContext, 'config' | 'addresses' | 'logger'>,
  site: readonly SiteFile[] | null = readConsoleSite(),
): [path: string, handlers: RequestHandler[]][] {
  if (!site) {
    logger.warn('the console is not built, so / answers 404; node packages/console/build.mjs builds it');
    return [];
  }
  const headers = secureConsoleHeaders(() => [
    ...config.consoleImageOrigins,
    new URL(addresses.baseUrl).origin,
  ]);
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
