import type { IncomingMessage } from 'node:http';
import { QUERY_IMAGE_BYTES_MAX } from '@imagesearch/facets/limits';
import { endingAfter, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { guardedRequest } from '@imagesearch/service-kit/guarded-fetch/guarded-request';
import {
  PUBLIC_INTERNET as PUBLIC_NETWORK,
  type PublicNetwork,
} from '@imagesearch/service-kit/guarded-fetch/public-internet';
import { parsePublicRedirect, parsePublicUrl } from '@imagesearch/service-kit/guarded-fetch/public-url';
import { requireFewScans } from '@imagesearch/service-kit/image/decodable-image';
import { imageFormatOf, SIGNATURE_BYTES } from '@imagesearch/service-kit/image/image-format';
import { inChildSpan, SpanKind } from '@imagesearch/service-kit/telemetry/spans';
import { decodeImageBase64 } from './image-base64.js';

/** The caller's image, and the field of the request that holds it. */
export interface ReferenceImage {
  field: 'image_base64' | 'image_url';
  load: (call: CallContext) => Promise<Buffer>;
}

/**
 * Null without an image. An address is fetched when it is loaded. An image of too many scans is refused here, where it costs
 * least, so that many of them hold up nobody.
 * @throws AppError `invalid_request`
 */
export function referenceImageOf(
  body: { image_base64?: string | undefined; image_url?: string | undefined },
  fetchImage: FetchImage,
): ReferenceImage | null {
  if (body.image_base64 !== undefined) {
    const bytes = decodeImageBase64(body.image_base64);
    const reference: ReferenceImage = { field: 'image_base64', load: () => Promise.resolve(bytes) };
    try {
      requireFewScans(bytes);
    } catch (error) {
      throw locateImageFault(error, reference);
    }
    return reference;
  }
  if (body.image_url === undefined) return null;
  const url = parseImageUrl(body.image_url);
  return { field: 'image_url', load: (call) => fetchImage(url, call) };
}

/** A fault that the embedding service found in the image, under the field that the caller sent it in. */
export function locateImageFault(error: unknown, { field }: Pick<ReferenceImage, 'field'>): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_request') return error;
  const [issue] = error.issues;
  return issue?.loc[0] === 'image' ? invalid({ ...issue, loc: ['body', field] }) : error;
}

/** The outside world as the fetch sees it, and what it may cost. */
export interface ImageNetwork extends PublicNetwork {
  /** All of it: names, redirects, headers and body. */
  timeoutMs: number;
  /** Fetches at once. Servers that dawdle cost this many sockets and buffers of 5 MiB, and no more. */
  fetchesMax: number;
}

export const PUBLIC_INTERNET: ImageNetwork = {
  ...PUBLIC_NETWORK,
  timeoutMs: 5_000,
  fetchesMax: 64,
};

const REDIRECTS_MAX = 3;
const REDIRECT_STATUSES: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

const HEADERS = {
  // Tells the owners of a server who asks.
  'User-Agent': 'image-search/1.3 (reference image)',
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
      throw new AppError('overloaded', 'Too many images are being fetched. Try again shortly.');
    running += 1;
    const timeoutMs = Math.max(0, Math.min(network.timeoutMs, call.deadlineAt - Date.now()));
    const signal = endingAfter(timeoutMs, call.signal);
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

/** @throws AppError `image_url_forbidden` */
export function parseImageUrl(text: string): URL {
  return allowed(parsePublicUrl(text));
}

/** Holds the target to the rules of the first address. @throws AppError `image_url_forbidden` */
export function parseRedirect(location: string, from: URL): URL {
  return allowed(parsePublicRedirect(location, from));
}

function allowed(url: URL | undefined): URL {
  if (url === undefined) throw fault('image_url_forbidden');
  return url;
}

/** One kind covers all faults of the network, so that a private address reads like an unreachable one. */
export type ReferenceImageFault =
  'image_url_forbidden' | 'image_url_unreachable' | 'image_too_large' | 'image_format';

/** @param cause Logged, never sent. */
export function fault(type: ReferenceImageFault, cause?: unknown): AppError {
  const { msg, ctx } = FAULTS[type];
  const issue = { loc: ['body', 'image_url'], msg, type, ...(ctx && { ctx }) };
  return new AppError('invalid_request', msg, { issues: [issue], ...(cause !== undefined && { cause }) });
}

const FAULTS: Record<ReferenceImageFault, { msg: string; ctx?: Record<string, unknown> }> = {
  image_url_forbidden: {
    msg:
      'Send a public https address on port 443: a host name and no IP address, no user name or password, ' +
      'at most 2,048 characters, each redirect alike.',
  },
  image_url_unreachable: { msg: 'No image could be fetched from this address.' },
  image_too_large: { msg: 'The image is larger than 5 MiB.', ctx: { bytes_max: QUERY_IMAGE_BYTES_MAX } },
  image_format: { msg: 'What this address answers is not a JPEG, PNG or WebP file.' },
};
