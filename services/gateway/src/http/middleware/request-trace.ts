import type { RequestHandler } from 'express';
import { openRequestSpan } from '@imagesearch/service-kit/telemetry/request-span';
import { answerOf } from './request-metrics.js';

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
