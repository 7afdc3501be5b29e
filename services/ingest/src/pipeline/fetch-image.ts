import { guardedRequest } from '@imagesearch/service-kit/guarded-fetch/guarded-request';
import { PUBLIC_INTERNET, type PublicNetwork } from '@imagesearch/service-kit/guarded-fetch/public-internet';
import { parsePublicRedirect, parsePublicUrl } from '@imagesearch/service-kit/guarded-fetch/public-url';
import { imageFormatOf, SIGNATURE_BYTES } from '@imagesearch/service-kit/image/image-format';
import got, { HTTPError, RequestError, type Got } from 'got';
import { AssetFault } from '../asset-failure.js';
import { RETRY_POLICY } from '../sources/network.js';

/** A lossy image of 20 megapixels is smaller than this. */
const IMAGE_BYTES_MAX = 32 * 1024 * 1024;
/** Address, redirects, headers and body, of one attempt. */
const TIMEOUT_MS = 60_000;
const REDIRECTS_MAX = 3;
const FORBIDDEN_ADDRESS =
  'an image is fetched from an https address only, on port 443 of a public host name, without a user name';

export interface FetchImageOptions {
  userAgent: string;
  /** For tests with a local server and certificate; not configurable. */
  network?: Partial<PublicNetwork>;
  /** Pause before the first retry, doubled each time. */
  backoffMs?: number;
}

/** Public hosts only, with bounds on redirects, bytes and time. Retries while the server is busy. @throws AssetFault */
export async function fetchImage(
  url: string,
  { userAgent, network, backoffMs, signal }: FetchImageOptions & { signal: AbortSignal },
): Promise<Buffer> {
  if (!parsePublicUrl(url)) throw new AssetFault(FORBIDDEN_ADDRESS);
  const headers = {
    'user-agent': userAgent,
    accept: 'image/jpeg, image/png, image/webp',
    // A compressed body could unpack to any size.
    'accept-encoding': 'identity',
  };
  const client = got.extend({
    // Every attempt and every redirect comes through here.
    request: (asked) => {
      const checked = parsePublicUrl(asked.href);
      if (!checked) throw new AssetFault(FORBIDDEN_ADDRESS);
      return guardedRequest(checked, { headers, network: { ...PUBLIC_INTERNET, ...network }, signal });
    },
    decompress: false,
    maxRedirects: REDIRECTS_MAX,
    timeout: { request: TIMEOUT_MS },
    retry: RETRY_POLICY(backoffMs),
    signal,
    hooks: {
      beforeRedirect: [
        // The library strips a user name from the address before the request.
        (_options, { url: from, headers: { location = '' } }) => {
          if (!parsePublicRedirect(location, new URL(from)))
            throw new AssetFault(`the address redirects elsewhere: ${FORBIDDEN_ADDRESS}`);
        },
      ],
    },
  });
  try {
    return await download(client, url);
  } catch (error) {
    signal.throwIfAborted();
    throw faultOf(error);
  }
}

/** The body is checked while it arrives, so a body that is too large is not read to its end. */
async function download(client: Got, url: string): Promise<Buffer> {
  const request = client(url, { responseType: 'buffer' });
  let refused: AssetFault | undefined;
  const refuse = (reason: string): void => {
    refused = new AssetFault(reason);
    request.cancel();
  };
  void request.on('downloadProgress', ({ transferred, total }) => {
    if (Math.max(transferred, total ?? 0) > IMAGE_BYTES_MAX)
      refuse(`the image is larger than ${IMAGE_BYTES_MAX} bytes`);
  });
  try {
    const { body } = await request;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (bytes.byteLength < SIGNATURE_BYTES || imageFormatOf(bytes) === undefined)
      throw new AssetFault('the address does not return a JPEG, PNG or WebP image');
    return bytes;
  } catch (error) {
    throw refused ?? error;
  }
}

function faultOf(error: unknown): AssetFault {
  if (error instanceof AssetFault) return error;
  const cause = error instanceof RequestError ? (error.cause ?? error) : error;
  if (cause instanceof AssetFault) return cause;
  // Other errors may carry the response of a redirect.
  const status = error instanceof HTTPError ? error.response.statusCode : undefined;
  const detail = status === undefined ? (error as Error).message : `the server answered ${status}`;
  return new AssetFault(`the image could not be fetched: ${detail}`, { cause: error });
}
