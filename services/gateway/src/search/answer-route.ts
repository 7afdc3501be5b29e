import type { Request, RequestHandler, Response } from 'express';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { callOf } from '../http/request.js';
import { note } from '../http/telemetry.js';
import { accountOf } from '../keys/admission.js';
import type { Caller, SearchAnswer, SearchParts } from './billed-answer.js';

/** A route that reads a request, asks a use case that bills, and writes its answer. */
export function answerRoute<Body>(
  { timeoutMs }: Pick<SearchParts, 'timeoutMs'>,
  read: (request: Request) => Body,
  answer: (body: Body, caller: Caller, call: CallContext, request: Request) => Promise<SearchAnswer>,
): RequestHandler {
  return async (request, response) => {
    const account = accountOf(response);
    const body = read(request);
    const key = request.get('Idempotency-Key');
    const idempotency = key === undefined ? null : { key, request: body };
    const call = callOf(request, response, timeoutMs);
    const answered = await answer(body, { account, idempotency }, call, request);
    note(response, { charged: answered.charged, ...(answered.isReplay && { isReplay: true }) });
    writeAnswer(response, answered);
  };
}

function writeAnswer(response: Response, { json, isReplay, charged, remaining }: SearchAnswer): void {
  if (isReplay) response.set('Idempotent-Replayed', 'true');
  response.set('X-Credits-Charged', String(charged));
  if (remaining !== null) response.set('X-Credits-Remaining', String(remaining));
  response.type('json').send(json);
}
