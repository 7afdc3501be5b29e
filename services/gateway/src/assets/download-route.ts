import type { Request, RequestHandler, Response } from 'express';
import { once } from 'node:events';
import type { DownloadHeader, ReadDownloadRequestInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../context.js';
import { rangeOf } from './byte-range.js';
import { callOf } from '../http/call.js';

/** For a large original over a slow connection; the server ends a stalled one long before. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;

/** `GET /v1/download/{token}`: the bytes behind a signed address, when the file store is not an object store. */
export function downloadRoute({ clients }: GatewayContext): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const call = callOf(request, response, DOWNLOAD_TIMEOUT_MS);
    const parts = clients.rights.readDownload(readRequestOf(request), call);
    for await (const { header, chunk } of parts) {
      if (header && !begin(response, header)) return;
      if (chunk) await send(response, chunk, call);
    }
    response.end();
  };
}

function readRequestOf(request: Request<{ token: string }>): ReadDownloadRequestInput {
  // Only GET has ranges.
  const asked =
    request.method === 'GET'
      ? rangeOf({ range: request.get('Range'), ifRange: request.get('If-Range') })
      : undefined;
  return {
    token: request.params.token,
    ...(asked && { range: asked.range }),
    ...(asked?.ifEtag !== undefined && { rangeIfEtag: asked.ifEtag }),
    headerOnly: request.method === 'HEAD',
    knownEtags: knownEtags(request.get('If-None-Match') ?? ''),
  };
}

/** Sends status and headers; false when no bytes follow. */
function begin(response: Response, header: DownloadHeader): boolean {
  response.set({ ETag: header.etag, 'Accept-Ranges': 'bytes' });
  if (header.rangeNotSatisfiable) {
    throw new AppError('range_not_satisfiable', 'The file has no byte of this range.', {
      ctx: { bytes: header.bytes },
    });
  }
  response.set('Cache-Control', header.cacheControl);
  if (header.notModified) {
    response.status(304).end();
    return false;
  }
  const length = header.range?.length ?? header.bytes;
  response.set({
    'Content-Type': header.contentType,
    'Content-Disposition': header.contentDisposition,
    ...(length !== undefined && { 'Content-Length': String(length) }),
  });
  if (header.range) {
    const last = header.range.offset + header.range.length - 1;
    response.status(206).set('Content-Range', `bytes ${header.range.offset}-${last}/${header.bytes}`);
  }
  return true;
}

/** Writes one chunk, and waits while the client reads more slowly than the store answers. */
async function send(response: Response, chunk: Buffer, { signal }: CallContext): Promise<void> {
  if (response.write(chunk)) return;
  try {
    await once(response, 'drain', { signal });
  } catch (error) {
    throw new AppError('cancelled', 'The client closed the connection.', { cause: error });
  }
}

/** Express' own check sends a file again with `Cache-Control: no-cache`. */
function knownEtags(ifNoneMatch: string): string[] {
  return ifNoneMatch.trim() === '*' ? ['*'] : (ifNoneMatch.match(/"[^"]*"/g) ?? []);
}
