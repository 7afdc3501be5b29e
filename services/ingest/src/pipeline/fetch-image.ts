import got, { HTTPError, RequestError, type Got } from 'got';
import { guardedRequest } from '@imagesearch/service-kit/guarded-fetch/guarded-request';
import { PUBLIC_INTERNET, type PublicNetwork } from '@imagesearch/service-kit/guarded-fetch/public-internet';
import { parsePublicRedirect, parsePublicUrl } from '@imagesearch/service-kit/guarded-fetch/public-url';
import { imageFormatOf, SIGNATURE_BYTES } from '@imagesearch/service-kit/image/image-format';
import { ItemFault } from './item-fault.js';
import { RETRY_POLICY } from '../sources/network/retry-policy.js';

/** An image of 20 megapixels is smaller than this in every format but a lossless one. */
const IMAGE_BYTES_MAX = 32 * 1024 * 1024;
/** Address, redirects, headers and body, of one attempt. */
const TIMEOUT_MS = 60_000;
const REDIRECTS_MAX = 3;
const FORBIDDEN_ADDRESS =
  'a picture is fetched from an https address only, on port 443 of a public host name, without a user name';

export interface FetchImageOptions {
  /** Tells servers who asks. */
  userAgent: string;
  /** For tests, whose server is on this machine with a certificate of its own; no configuration reaches it. */
  network?: Partial<PublicNetwork>;
  /** Pause before the first repeat, doubled each time, milliseconds. */
  backoffMs?: number;
}

/**
 * An image from a third party's https address: public hosts only, a bound on redirects, bytes and time, and nothing
 * believed about it but its first bytes. Asked again when the server is busy. @throws ItemFault
 */
export async function fetchImage(
  url: string,
  { userAgent, network, backoffMs, signal }: FetchImageOptions & { signal: AbortSignal },
): Promise<Buffer> {
  if (!parsePublicUrl(url)) throw new ItemFault(FORBIDDEN_ADDRESS);
  const headers = {
    'user-agent': userAgent,
    accept: 'image/jpeg, image/png, image/webp',
    // We ask for none: a body that has to be unpacked first could be of any size.
    'accept-encoding': 'identity',
  };
  const client = got.extend({
    // Every attempt and every redirect comes through here.
    request: (asked) => {
      const checked = parsePublicUrl(asked.href);
      if (!checked) throw new ItemFault(FORBIDDEN_ADDRESS);
      return guardedRequest(checked, { headers, network: { ...PUBLIC_INTERNET, ...network }, signal });
    },
    decompress: false,
    maxRedirects: REDIRECTS_MAX,
    timeout: { request: TIMEOUT_MS },
    retry: RETRY_POLICY(backoffMs),
    signal,
    hooks: {
      beforeRedirect: [
        // The library takes a user name out of the address before it asks.
        (_options, { url: from, headers: { location = '' } }) => {
          if (!parsePublicRedirect(location, new URL(from)))
            throw new ItemFault(`the address redirects elsewhere: ${FORBIDDEN_ADDRESS}`);
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

/** The body is checked while it arrives: what is too large or no image is not read to its end. */
async function download(client: Got, url: string): Promise<Buffer> {
  const request = client(url, { responseType: 'buffer' });
  let refused: ItemFault | undefined;
  const refuse = (reason: string): void => {
    refused = new ItemFault(reason);
    request.cancel();
  };
  void request.on('downloadProgress', ({ transferred, total }) => {
    if (Math.max(transferred, total ?? 0) > IMAGE_BYTES_MAX)
      refuse(`the picture is larger than ${IMAGE_BYTES_MAX} bytes`);
  });
  try {
    const { body } = await request;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (bytes.byteLength < SIGNATURE_BYTES || imageFormatOf(bytes) === undefined)
      throw new ItemFault('what the address answers is no JPEG, PNG or WebP picture');
    return bytes;
  } catch (error) {
    throw refused ?? error;
  }
}

function faultOf(error: unknown): ItemFault {
  if (error instanceof ItemFault) return error;
  const cause = error instanceof RequestError ? (error.cause ?? error) : error;
  if (cause instanceof ItemFault) return cause;
  // Another kind of error may carry the redirect that led to it.
  const status = error instanceof HTTPError ? error.response.statusCode : undefined;
  const detail = status === undefined ? (error as Error).message : `the server answered ${status}`;
  return new ItemFault(`the picture could not be fetched: ${detail}`, { cause: error });
}
