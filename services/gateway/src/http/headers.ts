import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { AppError } from '@imagesearch/service-kit/errors';

const COMMON: HelmetOptions = {
  // Pages of other origins show the images of file addresses.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  xPoweredBy: false,
};

/** For data: a browser runs nothing in it. */
export const secureHeaders: RequestHandler = helmet({
  ...COMMON,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
});

/**
 * For the console: its own files, and images that a service shows from its file store.
 * @param imageOrigins - further origins of images; asked at the first request, when the service knows its own
 */
export function secureConsoleHeaders(imageOrigins: () => readonly string[]): RequestHandler {
  let secured: RequestHandler | undefined;
  return (request, response, next) => {
    // Blobs are the example images that a person chose.
    secured ??= securePage('blob:', ...imageOrigins());
    secured(request, response, next);
  };
}

/** For the rendered contract, which needs its own scripts and styles and calls this server. */
export const secureDocsHeaders: RequestHandler = securePage('data:');

function securePage(...imageSources: string[]): RequestHandler {
  return helmet({
    ...COMMON,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", ...imageSources],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
  });
}

const PREFLIGHT_MAX_AGE_S = 600;

/** Lets pages of these origins call the service from a browser; without origins, browsers refuse it. */
export function crossOrigin(origins: readonly string[]): RequestHandler[] {
  if (origins.length === 0) return [];
  return [
    cors({
      origin: origins.includes('*') ? '*' : [...origins],
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
      // Keys are no credentials of a browser, so every header may be sent and read.
      exposedHeaders: '*',
      maxAge: PREFLIGHT_MAX_AGE_S,
      // The route itself answers a preflight and names its methods.
      preflightContinue: true,
    }),
  ];
}

/** HTTP/1.1 requires exactly one Host (RFC 9112, section 3.2). */
export const requireHost: RequestHandler = (request, _response, next) => {
  const hosts = request.headersDistinct['host']?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    throw new AppError('request_malformed', 'The request carries no Host, or several.', {
      ctx: { loc: ['header', 'Host'] },
    });
  }
  next();
};
