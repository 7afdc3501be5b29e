import type { IncomingMessage } from 'node:http';
import { imageFormatOf, SIGNATURE_BYTES } from './format.js';
import { guardedRequest, type GuardedRequest } from '@imagesearch/service-kit/guarded-fetch/guarded-request';
import { parsePublicRedirect } from '@imagesearch/service-kit/guarded-fetch/public-url';

const REDIRECTS_MAX = 3;
const REDIRECT_STATUSES: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

interface ImageRequest extends Pick<GuardedRequest, 'network' | 'signal'> {
  /** Tells the owners of a server who asks. */
  userAgent: string;
  bytesMax: number;
}

/** Why an address gives no image. */
export type FetchFault = 'image_url_forbidden' | 'image_url_unreachable' | 'image_too_large' | 'image_format';

export class ImageFetchError extends Error {
  readonly type: FetchFault;
  /** Of an answer that is no success. */
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;

  constructor(type: FetchFault, message: string, answer?: IncomingMessage) {
    super(message);
    this.name = 'ImageFetchError';
    this.type = type;
    this.status = answer?.statusCode;
    this.retryAfter = answer?.headers['retry-after'];
  }
}

/**
 * A JPEG, PNG or WebP of a third party: each redirect is held to the rules of the first address, and the first bytes alone decide
 * whether it is an image. It ends with the signal only.
 * @param first A result of `parsePublicUrl`.
 * @throws ImageFetchError, and the errors of the connection.
 */
export async function fetchPublicImage(first: URL, request: ImageRequest): Promise<Buffer> {
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await answerOf(url, request);
    try {
      const { location } = response.headers;
      if (!REDIRECT_STATUSES.has(response.statusCode) || location === undefined)
        return await readImage(response, request.bytesMax);
      const target = parsePublicRedirect(location, url);
      if (target === undefined)
        throw new ImageFetchError('image_url_forbidden', 'a redirect leads to a forbidden address');
      url = target;
    } finally {
      response.destroy();
    }
  }
  throw new ImageFetchError('image_url_unreachable', `there are more than ${REDIRECTS_MAX} redirects`);
}

/** The head of the answer; its body is still to be read. */
function answerOf(url: URL, { userAgent, network, signal }: ImageRequest): Promise<IncomingMessage> {
  const headers = {
    'User-Agent': userAgent,
    Accept: 'image/jpeg, image/png, image/webp',
    'Accept-Encoding': 'identity',
  };
  return new Promise((resolve, reject) => {
    const sent = guardedRequest(url, { headers, network, signal }, resolve);
    // Stays for the whole exchange: a connection may fail after its answer began.
    sent.on('error', reject);
    // A connection that turns to another protocol ends without an error; after an answer this settles nothing.
    sent.on('close', () => reject(new Error('closed without an answer')));
    sent.end();
  });
}

async function readImage(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const { statusCode, headers } = response;
  if (statusCode !== 200)
    throw new ImageFetchError('image_url_unreachable', `the server answered ${statusCode ?? ''}`, response);
  const noImage = () => new ImageFetchError('image_format', 'the address does not return an image');
  const tooLarge = () => new ImageFetchError('image_too_large', `the image is larger than ${bytesMax} bytes`);
  // We asked for none: a body that has to be unpacked first could be of any size.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw noImage();
  if (Number(headers['content-length']) > bytesMax) throw tooLarge();

  // One block, whose unused pages cost nothing: a body in crumbs makes no heap of small buffers.
  const body = Buffer.allocUnsafe(bytesMax);
  let byteLength = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const hadSignature = byteLength >= SIGNATURE_BYTES;
    if (byteLength + chunk.byteLength > bytesMax) throw tooLarge();
    byteLength += chunk.copy(body, byteLength);
    if (!hadSignature && byteLength >= SIGNATURE_BYTES && imageFormatOf(body) === undefined) throw noImage();
  }
  if (byteLength < SIGNATURE_BYTES) throw noImage();
  return body.subarray(0, byteLength);
}
