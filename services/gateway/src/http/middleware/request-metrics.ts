import type { Request, RequestHandler, Response } from 'express';
import type { GatewayEvents } from '../../events.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Times every request until its answer was sent or its connection ended. */
export function requestMetrics({ requestAnswered }: GatewayEvents): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      requestAnswered(answerOf(request, response), (performance.now() - startedAt) / 1_000);
    });
    next();
  };
}

/** The route's pattern and known methods, never text that callers choose; 499 for a client that left. */
export function answerOf(
  request: Request,
  response: Response,
): { method: string; route: string; status: number } {
  const { path: route = 'none' } = (request.route ?? {}) as { path?: string };
  const method = METHODS.has(request.method) ? request.method : 'other';
  const status = response.writableFinished ? response.statusCode : 499;
  return { method, route, status };
}
