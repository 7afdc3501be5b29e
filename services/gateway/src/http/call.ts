import type { Request, Response } from 'express';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { requestIdOf } from './middleware/request-id.js';

/** What a request's calls to other services carry: its deadline, its id, and a signal for a client that went away. */
export function callOf(request: Request, response: Response, timeoutMs: number): CallContext {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  if (response.destroyed || (request.destroyed && !request.complete)) controller.abort();
  return { deadlineAt: Date.now() + timeoutMs, signal: controller.signal, requestId: requestIdOf(response) };
}
