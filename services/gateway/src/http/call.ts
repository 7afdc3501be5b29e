import type { Request, Response } from 'express';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { note } from './middleware/request-event.js';
import { requestIdOf } from './middleware/request-id.js';

/** Context of a request's calls to other services: deadline, request id, and a signal that a disconnected client aborts. */
export function callOf(request: Request, response: Response, timeoutMs: number): CallContext {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  if (response.destroyed || (request.destroyed && !request.complete)) controller.abort();
  return {
    deadlineAt: Date.now() + timeoutMs,
    signal: controller.signal,
    requestId: requestIdOf(response),
    note: (facts) => note(response, facts),
  };
}
