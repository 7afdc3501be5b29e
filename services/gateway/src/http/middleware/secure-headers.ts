import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

const COMMON: HelmetOptions = {
  // Pages of others show our images; that is what file addresses are for.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  xPoweredBy: false,
};

/** For answers that are data: whatever a browser takes them for, nothing in them runs. */
export const secureHeaders: RequestHandler = helmet({
  ...COMMON,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
});

/** For the rendered contract: its own scripts and styles, and calls to this server. */
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
