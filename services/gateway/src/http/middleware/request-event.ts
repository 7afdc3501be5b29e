import type { RequestHandler, Response } from 'express';
import type { Logger } from '@imagesearch/service-kit/logging';
import { traceIdOf } from '@imagesearch/service-kit/telemetry/spans';
import { answerOf } from './request-metrics.js';
import { requestIdOf } from './request-id.js';

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
