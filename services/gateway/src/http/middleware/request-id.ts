import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

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
