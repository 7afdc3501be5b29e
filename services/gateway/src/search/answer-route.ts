import type { RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { GatewayContext } from '../context.js';
import { callOf } from '../http/call.js';
import { accountOf } from '../http/middleware/keyed.js';
import { validateBody } from '../http/schemas/validate.js';
import type { Caller, SearchAnswer } from './billed-answer.js';

/** A route that parses a body, asks a use case that bills, and writes its answer. */
export function answerRoute<Schema extends z.ZodType>(
  { config }: Pick<GatewayContext, 'config'>,
  schema: Schema,
  answer: (body: z.output<Schema>, caller: Caller, call: CallContext) => Promise<SearchAnswer>,
): RequestHandler {
  return async (request, response) => {
    const account = accountOf(response);
    const body = validateBody(schema, request.body);
    const key = request.get('Idempotency-Key');
    const idempotency = key === undefined ? null : { key, request: body };
    const call = callOf(request, response, config.searchTimeoutMs);
    writeAnswer(response, await answer(body, { account, idempotency }, call));
  };
}

function writeAnswer(response: Response, { json, isReplay, charged, remaining }: SearchAnswer): void {
  if (isReplay) response.set('Idempotent-Replayed', 'true');
  response.set('X-Credits-Charged', String(charged));
  if (remaining !== null) response.set('X-Credits-Remaining', String(remaining));
  response.type('json').send(json);
}
