import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

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
    secured ??= helmet({
      ...COMMON,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': ["'self'"],
          'style-src': ["'self'"],
          // Blobs are the example images that a person chose.
          'img-src': ["'self'", 'blob:', ...imageOrigins()],
          'connect-src': ["'self'"],
          'base-uri': ["'none'"],
          'form-action': ["'none'"],
          'frame-ancestors': ["'none'"],
        },
      },
    });
    secured(request, response, next);
  };
}

/** For the rendered contract, which needs its own scripts and styles and calls this server. */
export const secureDocsHeaders: RequestHandler = helmet({
  ...COMMON,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
});
