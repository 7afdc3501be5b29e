import type { RequestHandler } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';

/** HTTP/1.1 requires exactly one Host (RFC 9112, section 3.2). */
export const requireHost: RequestHandler = (request, _response, next) => {
  const hosts = request.headersDistinct['host']?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    throw new AppError('request_malformed', 'The request carries no Host, or several.', {
      ctx: { loc: ['header', 'Host'] },
    });
  }
  next();
};
