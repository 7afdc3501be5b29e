import type { IncomingMessage } from 'node:http';
import { QUERY_IMAGE_BYTES_MAX } from '@imagesearch/facets/limits';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { guardedRequest } from '@imagesearch/service-kit/guarded-fetch/guarded-request';
import { imageFormatOf, SIGNATURE_BYTES } from '@imagesearch/service-kit/image/image-format';
import { inChildSpan, SpanKind } from '@imagesearch/service-kit/telemetry/spans';
import { fault } from './faults.js';
import { PUBLIC_INTERNET, type ImageNetwork } from './image-network.js';
import { parseRedirect } from './image-url.js';

const REDIRECTS_MAX = 3;
const REDIRECT_STATUSES: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

const HEADERS = {
  // Tells the owners of a server who asks.
  'User-Agent': 'image-search/1.3 (reference picture)',
  Accept: 'image/jpeg, image/png, image/webp',
  'Accept-Encoding': 'identity',
};

/**
 * The first bytes alone decide whether it is an image.
 * @throws AppError `invalid_request` on `image_url`, `overloaded`, `cancelled`.
 */
export type FetchImage = (url: URL, call: CallContext) => Promise<Buffer>;

/** The guarded fetch of reference images (ARCHITECTURE.md, "Trust boundaries"). */
export function createFetchImage(overrides: Partial<ImageNetwork> = {}): FetchImage {
  const network = { ...PUBLIC_INTERNET, ...overrides };
  let running = 0;
  return async (url, call) => {
    if (running >= network.fetchesMax)
      throw new AppError('overloaded', 'Too many pictures are being fetched. Try again shortly.');
    running += 1;
    const timeoutMs = Math.max(0, Math.min(network.timeoutMs, call.deadlineAt - Date.now()));
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await inChildSpan('fetch reference image', { kind: SpanKind.CLIENT }, () =>
        untilAborted(fetchFollowing(url, network, signal), signal),
      );
    } catch (error) {
      if (call.signal.aborted) throw new AppError('cancelled', 'The request was cancelled.');
      throw error instanceof AppError ? error : fault('image_url_unreachable', error);
    } finally {
      running -= 1;
    }
  };
}

async function fetchFollowing(first: URL, network: ImageNetwork, signal: AbortSignal): Promise<Buffer> {
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await answerOf(url, network, signal);
    try {
      const { location } = response.headers;
      if (!REDIRECT_STATUSES.has(response.statusCode) || location === undefined)
        return await readImage(response);
      url = parseRedirect(location, url);
    } finally {
      response.destroy();
    }
  }
  throw new Error(`more than ${REDIRECTS_MAX} redirects`);
}

/** The head of the answer; its body is still to be read. */
function answerOf(url: URL, network: ImageNetwork, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = guardedRequest(url, { headers: HEADERS, network, signal }, resolve);
    // Stays for the whole exchange: a connection may fail after its answer began.
    sent.on('error', reject);
    // A connection that turns to another protocol ends without an error; after an answer this settles nothing.
    sent.on('close', () => reject(new Error('closed without an answer')));
    sent.end();
  });
}

/** Whatever the work waits for, its caller is free when the time is up. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('out of time', { cause: signal.reason }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function readImage(response: IncomingMessage): Promise<Buffer> {
  const { statusCode, headers } = response;
  if (statusCode !== 200) throw new Error(`the server answered ${statusCode ?? 'nothing'}`);
  // We asked for none: a body that has to be unpacked first could be of any size.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw fault('image_format');
  if (Number(headers['content-length']) > QUERY_IMAGE_BYTES_MAX) throw fault('image_too_large');

  // One block, whose unused pages cost nothing: a body in crumbs makes no heap of small buffers.
  const body = Buffer.allocUnsafe(QUERY_IMAGE_BYTES_MAX);
  let byteLength = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const hadSignature = byteLength >= SIGNATURE_BYTES;
    if (byteLength + chunk.byteLength > QUERY_IMAGE_BYTES_MAX) throw fault('image_too_large');
    byteLength += chunk.copy(body, byteLength);
    if (!hadSignature && byteLength >= SIGNATURE_BYTES && imageFormatOf(body) === undefined)
      throw fault('image_format');
  }
  if (byteLength < SIGNATURE_BYTES) throw fault('image_format');
  return body.subarray(0, byteLength);
}
