import cors from 'cors';
import type { RequestHandler } from 'express';

const PREFLIGHT_MAX_AGE_S = 600;

/** Lets pages of these origins call the service from a browser; without origins, browsers refuse it. */
export function crossOrigin(origins: readonly string[]): RequestHandler[] {
  if (origins.length === 0) return [];
  return [
    cors({
      origin: origins.includes('*') ? '*' : [...origins],
      methods: ['GET', 'HEAD', 'POST'],
      allowedHeaders: [
        'Content-Type',
        'X-API-Key',
        'X-Request-Id',
        'Idempotency-Key',
        'Authorization',
        'Mcp-Session-Id',
        'Mcp-Protocol-Version',
      ],
      exposedHeaders: [
        'X-Request-Id',
        'X-Credits-Charged',
        'X-Credits-Remaining',
        'Idempotent-Replayed',
        'RateLimit-Policy',
        'RateLimit',
        'Retry-After',
        'Mcp-Session-Id',
      ],
      maxAge: PREFLIGHT_MAX_AGE_S,
      // The route itself answers a preflight and names its methods.
      preflightContinue: true,
    }),
  ];
}
