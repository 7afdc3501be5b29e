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
