import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '@imagesearch/service-kit/logging';
import { openRequestSpan } from '@imagesearch/service-kit/telemetry/request-span';
import { traceIdOf } from '@imagesearch/service-kit/telemetry/spans';

type Facts = Readonly<Record<string, unknown>>;

/**
 * Logs one event for each request, once its answer was sent or its connection ended, with everything that was noted on the
 * way. An event holds no text, key or image of the caller.
 */
export function requestEvent(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const traceId = traceIdOf();
    response.once('close', () => {
      logger.info(
        {
          requestId: requestIdOf(response),
          ...(traceId !== undefined && { traceId }),
          ...answerOf(request, response),
          durationMs: Math.round(performance.now() - startedAt),
          ...factsOf(response),
        },
        'request',
      );
    });
    next();
  };
}

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

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

export interface RequestAnswer {
  method: string;
  route: string;
  status: number;
}

/** Times every request until its answer was sent or its connection ended. */
export function requestMetrics(onAnswered: (answer: RequestAnswer, seconds: number) => void): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      onAnswered(answerOf(request, response), (performance.now() - startedAt) / 1_000);
    });
    next();
  };
}

/** The route's pattern and known methods, never text that callers choose; 499 for a client that left. */
function answerOf(request: Request, response: Response): RequestAnswer {
  const { path: route = 'none' } = (request.route ?? {}) as { path?: string };
  const method = METHODS.has(request.method) ? request.method : 'other';
  const status = response.writableFinished ? response.statusCode : 499;
  return { method, route, status };
}

const SERVER_FAULT_STATUS = 500;

/** The first span of a request. It begins a trace of its own, so that callers cannot decide what is recorded. */
export const requestTrace: RequestHandler = (request, response, next) => {
  const span = openRequestSpan(request.get('traceparent'));
  response.once('close', () => {
    const { method, route, status } = answerOf(request, response);
    span.end({
      name: `${method} ${route}`,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      },
      hasFailed: status >= SERVER_FAULT_STATUS,
    });
  });
  span.run(next);
};
