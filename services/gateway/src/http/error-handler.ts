import type { ErrorRequestHandler, Response } from 'express';
import { AppError, toAppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import { refusedByMachine } from '@imagesearch/service-kit/files/storage-fault';
import type { Logger } from '@imagesearch/service-kit/logging';
import { readRest } from './body.js';
import { ERRORS, isOurs, sentenceOf } from './errors.js';
import { note, requestIdOf } from './telemetry.js';

const RETRY_AFTER_S = 2;

/** Answers every error in the shape of the contract (specification, section 2.6). */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express tells an error handler by its four parameters
  return async (thrown: unknown, request, response, _next) => {
    const error = asAppError(thrown);
    const requestId = requestIdOf(response);
    note(response, { error: error.code });
    if (response.headersSent) {
      if (error.code !== 'cancelled') logger.warn({ err: error, requestId }, 'an answer was cut off');
      // The client then sees too few bytes; an error text would look like the end of the image.
      response.destroy();
      return;
    }
    if (!(await readRest(request))) response.set('Connection', 'close');
    const status = ERRORS[error.code].status;
    if (status >= 500) {
      logger.error(
        { err: error.cause ?? error, code: error.code, requestId, path: request.path },
        'request failed',
      );
    }
    setHeaders(response, error, status);
    response.status(status).json({ detail: detailOf(error), request_id: requestId });
  };
}

function setHeaders(response: Response, error: AppError, status: number): void {
  if (status === 401) response.set('WWW-Authenticate', 'ApiKey');
  const { allow, bytes, retry_after_s: retryAfterS = RETRY_AFTER_S } = error.ctx;
  if (status === 409 || status === 503 || status === 504) response.set('Retry-After', String(retryAfterS));
  if (status === 416 && typeof bytes === 'number') response.set('Content-Range', `bytes */${bytes}`);
  if (status === 405 && typeof allow === 'string') response.set('Allow', allow);
}

function detailOf(error: AppError): FieldIssue[] {
  if (error.issues.length > 0) return error.issues.map((issue) => ({ input: null, ctx: {}, ...issue }));
  const said = isOurs(error.code)
    ? { msg: error.says ?? sentenceOf(error.code), ctx: publicFacts(error.ctx) }
    : { msg: error.message, ctx: error.ctx };
  return [{ loc: locOf(error), type: error.code, input: null, ...said }];
}

/** What a caller may know of a fault of ours. Everything else, such as the name of a model or of a disk, is the operator's. */
const PUBLIC_FACTS = ['service', 'dependency', 'query_id', 'billed'];

function publicFacts(ctx: AppError['ctx']): AppError['ctx'] {
  return Object.fromEntries(Object.entries(ctx).filter(([name]) => PUBLIC_FACTS.includes(name)));
}

function locOf(error: AppError): FieldIssue['loc'] {
  const { loc } = error.ctx;
  if (Array.isArray(loc)) return loc as FieldIssue['loc'];
  return [...(ERRORS[error.code].loc ?? [])];
}

/** The router's errors carry an HTTP status; other errors are unexpected. */
function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { status } = (thrown ?? {}) as { status?: unknown };
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError('request_malformed', 'The request could not be read.', { cause: thrown });
  }
  return refusedByMachine(thrown) ?? toAppError(thrown);
}
