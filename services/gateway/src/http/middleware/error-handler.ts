import type { ErrorRequestHandler, Response } from 'express';
import { AppError, toAppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { HTTP_STATUS } from '../error-status.js';
import { requestIdOf } from './request-id.js';

/** What a client is asked to wait before it tries again, seconds. */
const RETRY_AFTER_S = 2;

/** Answers every error in the one shape of the contract (specification, section 2.6). */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) {
      next(thrown);
      return;
    }
    const error = asAppError(thrown);
    const requestId = requestIdOf(response);
    const status = HTTP_STATUS[error.code];
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
  if (status === 503 || status === 504) response.set('Retry-After', String(RETRY_AFTER_S));
  const { allow } = error.ctx;
  if (status === 405 && typeof allow === 'string') response.set('Allow', allow);
}

function detailOf(error: AppError): FieldIssue[] {
  if (error.issues.length > 0) return error.issues.map((issue) => ({ input: null, ctx: {}, ...issue }));
  return [{ loc: locOf(error), msg: error.message, type: error.code, input: null, ctx: error.ctx }];
}

function locOf(error: AppError): FieldIssue['loc'] {
  const { loc } = error.ctx;
  if (Array.isArray(loc)) return loc as FieldIssue['loc'];
  switch (error.code) {
    case 'auth_missing':
    case 'auth_invalid':
      return ['header', 'X-API-Key'];
    case 'json_invalid':
    case 'body_too_large':
      return ['body'];
    case 'content_type_unsupported':
      return ['header', 'Content-Type'];
    case 'asset_not_found':
    case 'file_not_found':
    case 'route_not_found':
      return ['path'];
    case 'seed_not_indexed':
      return ['body', 'asset_id'];
    default:
      return [];
  }
}

/** Errors of the body parser and the router carry an HTTP status and a `type`; the rest is ours or unexpected. */
function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { type, status } = (thrown ?? {}) as { type?: unknown; status?: unknown };
  if (type === 'entity.parse.failed') return new AppError('json_invalid', 'The body is not valid JSON.');
  if (type === 'entity.too.large') {
    return new AppError('body_too_large', 'The body is larger than 8 MiB.', {
      ctx: { bytes_max: 8 * 1024 * 1024 },
    });
  }
  if (type === 'charset.unsupported' || type === 'encoding.unsupported') {
    return new AppError('content_type_unsupported', 'Send UTF-8 JSON.');
  }
  if (type === 'request.aborted') return new AppError('cancelled', 'The request was cancelled.');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError('request_malformed', 'The request could not be read.', { cause: thrown });
  }
  return toAppError(thrown);
}
