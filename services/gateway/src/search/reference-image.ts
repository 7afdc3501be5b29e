import { QUERY_IMAGE_BYTES_MAX } from '@imagesearch/facets/limits';
import { endingAfter, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { fetchPublicImage, ImageFetchError, type FetchFault } from '@imagesearch/image-files/fetch-image';
import {
  PUBLIC_INTERNET as PUBLIC_NETWORK,
  type PublicNetwork,
} from '@imagesearch/service-kit/guarded-fetch/public-internet';
import { parsePublicUrl } from '@imagesearch/service-kit/guarded-fetch/public-url';
import { asRequestFault, ImageFault, requireFewScans } from '@imagesearch/image-files/accept';
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
      throw error instanceof ImageFault ? asRequestFault(error, ['body', reference.field]) : error;
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

const IMAGE = { userAgent: 'image-search/1.3 (reference image)', bytesMax: QUERY_IMAGE_BYTES_MAX };

/** @throws AppError `invalid_request` on `image_url`, `overloaded`, `cancelled`. */
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
        fetchPublicImage(url, { ...IMAGE, network, signal }),
      );
    } catch (error) {
      if (call.signal.aborted) throw new AppError('cancelled', 'The request was cancelled.');
      throw fault(error instanceof ImageFetchError ? error.type : 'image_url_unreachable', error);
    } finally {
      running -= 1;
    }
  };
}

/** @throws AppError `image_url_forbidden` */
export function parseImageUrl(text: string): URL {
  const url = parsePublicUrl(text);
  if (url === undefined) throw fault('image_url_forbidden');
  return url;
}

/**
 * One kind covers all faults of the network, so that a private address reads like an unreachable one.
 * @param cause Logged, never sent.
 */
function fault(type: FetchFault, cause?: unknown): AppError {
  const { msg, ctx } = FAULTS[type];
  const issue = { loc: ['body', 'image_url'], msg, type, ...(ctx && { ctx }) };
  return new AppError('invalid_request', msg, { issues: [issue], ...(cause !== undefined && { cause }) });
}

const FAULTS: Record<FetchFault, { msg: string; ctx?: Record<string, unknown> }> = {
  image_url_forbidden: {
    msg:
      'Send a public https address on port 443: a host name and no IP address, no user name or password, ' +
      'at most 2,048 characters, each redirect alike.',
  },
  image_url_unreachable: { msg: 'No image could be fetched from this address.' },
  image_too_large: { msg: 'The image is larger than 5 MiB.', ctx: { bytes_max: QUERY_IMAGE_BYTES_MAX } },
  image_format: { msg: 'What this address answers is not a JPEG, PNG or WebP file.' },
};
