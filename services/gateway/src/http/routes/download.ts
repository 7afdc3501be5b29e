import type { RequestHandler } from 'express';
import { once } from 'node:events';
import { AppError } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../../context.js';
import { callOf } from '../call.js';

/** Long enough for a large original over a slow line. */
const DOWNLOAD_TIMEOUT_MS = 120_000;
/** A signed address stands for bytes that never change. */
const CACHE_CONTROL = 'private, max-age=600, immutable';

/** `GET /v1/download/{token}`: the bytes behind a signed address, when the file store is not an object store. */
export function downloadRoute({ clients }: GatewayContext): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const call = callOf(request, response, DOWNLOAD_TIMEOUT_MS);
    for await (const { header, chunk } of clients.rights.readDownload(
      { token: request.params.token },
      call,
    )) {
      if (header) {
        response.set({
          'Content-Type': header.contentType,
          'Content-Length': String(header.bytes),
          'Content-Disposition': `inline; filename="${header.fileName}"`,
          'Cache-Control': CACHE_CONTROL,
          ETag: header.etag,
          'X-Content-Type-Options': 'nosniff',
        });
        if (request.fresh) {
          response.status(304).end();
          return;
        }
        if (request.method === 'HEAD') break;
      } else if (chunk && !response.write(chunk)) {
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
    }
    if (!response.headersSent && !response.hasHeader('ETag')) {
      throw new AppError('file_not_found', 'This address is unknown or has expired.');
    }
    response.end();
  };
}
