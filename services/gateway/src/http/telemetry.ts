import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '@imagesearch/service-kit/logging';
import { openRequestSpan, type OpenedSpan } from '@imagesearch/service-kit/telemetry/spans';

type Facts = Readonly<Record<string, unknown>>;

/** Adds facts to the event of a request. */
export function note(response: Response, facts: Facts): void {
  response.locals['event'] = { ...factsOf(response), ...facts };
}

function factsOf(response: Response): Facts {
  return (response.locals['event'] ?? {}) as Facts;
}

/** Characters that are safe in a log line and in a header. */
const REQUEST_ID_FORM = /^[A-Za-z0-9._:-]{1,128}$/;

/** Uses the caller's `X-Request-Id` or creates one, and sends it back. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('X-Request-Id');
  const id =
    given !== undefined && REQUEST_ID_FORM.test(given) ? given : `req_${randomBytes(12).toString('hex')}`;
  response.locals['requestId'] = id;
  response.set('X-Request-Id', id);
  next();
};

export function requestIdOf(response: Response): string {
  return String(response.locals['requestId']);
}

export interface RequestAnswer {
  method: string;
  route: string;
  status: number;
}

const SERVER_FAULT_STATUS = 500;

/**
 * Once the answer of a request was sent or its connection ended: its time, its span, and one event in the log with everything
 * that was noted on the way. An event holds no text, key or image of the caller. The span begins a trace of its own, so that
 * callers cannot decide what is recorded.
 */
export function observed(
  logger: Logger,
  onAnswered: (answer: RequestAnswer, seconds: number) => void,
): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const span = openRequestSpan(request.get('traceparent'));
    span.run(() => {
      response.once('close', () => {
        const answer = answerOf(request, response);
        const durationMs = performance.now() - startedAt;
        onAnswered(answer, durationMs / 1_000);
        endSpan(span, answer);
        const event = { requestId: requestIdOf(response), traceId: span.traceId, ...answer };
        logger.info({ ...event, durationMs: Math.round(durationMs), ...factsOf(response) }, 'request');
      });
      next();
    });
  };
}

function endSpan(span: OpenedSpan, { method, route, status }: RequestAnswer): void {
  const fault = status >= SERVER_FAULT_STATUS ? { name: String(status) } : undefined;
  span.end(fault, {
    name: `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    },
  });
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** The route's pattern and known methods, never text that callers choose; 499 for a client that left. */
function answerOf(request: Request, response: Response): RequestAnswer {
  const { path: route = 'none' } = (request.route ?? {}) as { path?: string };
  const method = METHODS.has(request.method) ? request.method : 'other';
  const status = response.writableFinished ? response.statusCode : 499;
  return { method, route, status };
}
