import { pictureFormatOf, SIGNATURE_BYTES } from '@imagesearch/service-kit/picture-format';
import { parseAddress } from '@imagesearch/service-kit/web-address';
import got, { RequestError, type Got } from 'got';
import { RequestFilteringHttpsAgent, type RequestFilteringAgentOptions } from 'request-filtering-agent';
import { ItemFault } from './item-fault.js';
import { RETRY_POLICY } from '../sources/network/retry-policy.js';

/** A picture of 20 megapixels is smaller than this in every format but a lossless one. */
const PICTURE_BYTES_MAX = 32 * 1024 * 1024;
/** Address, redirects, headers and body, of one attempt. */
const TIMEOUT_MS = 60_000;
const REDIRECTS_MAX = 3;

export interface FetchPictureOptions {
  /** Tells servers who asks. */
  userAgent: string;
  /** For tests, whose server is on this machine with a certificate of its own; no configuration reaches it. */
  agentOptions?: RequestFilteringAgentOptions & { ca?: string };
  /** Pause before the first repeat, doubled each time, milliseconds. */
  backoffMs?: number;
}

/**
 * A picture from a third party's https address: public hosts only, a bound on redirects, bytes and time, and nothing
 * believed about it but its first bytes. Asked again when the server is busy. @throws ItemFault
 */
export async function fetchPicture(
  url: string,
  { userAgent, agentOptions, backoffMs, signal }: FetchPictureOptions & { signal: AbortSignal },
): Promise<Buffer> {
  if (!isHttps(url)) throw new ItemFault('a picture is fetched from an https address only');
  const agent = new RequestFilteringHttpsAgent({ keepAlive: false, ...agentOptions });
  const client = got.extend({
    agent: { https: agent },
    headers: { 'user-agent': userAgent, accept: 'image/jpeg, image/png, image/webp' },
    // We ask for none: a body that has to be unpacked first could be of any size.
    decompress: false,
    maxRedirects: REDIRECTS_MAX,
    timeout: { request: TIMEOUT_MS },
    retry: RETRY_POLICY(backoffMs),
    signal,
    ...(agentOptions?.ca !== undefined && { https: { certificateAuthority: agentOptions.ca } }),
    hooks: {
      beforeRedirect: [
        ({ url: next }) => {
          if (!isHttps(String(next))) throw new ItemFault('the address redirects to one that is not https');
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

function isHttps(url: string): boolean {
  return parseAddress(url)?.protocol === 'https:';
}

/** The body is checked while it arrives: what is too large or no picture is not read to its end. */
async function download(client: Got, url: string): Promise<Buffer> {
  const request = client(url, { responseType: 'buffer' });
  let refused: ItemFault | undefined;
  const refuse = (reason: string): void => {
    refused = new ItemFault(reason);
    request.cancel();
  };
  void request.on('downloadProgress', ({ transferred, total }) => {
    if (Math.max(transferred, total ?? 0) > PICTURE_BYTES_MAX)
      refuse(`the picture is larger than ${PICTURE_BYTES_MAX} bytes`);
  });
  try {
    const { body } = await request;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (bytes.byteLength < SIGNATURE_BYTES || pictureFormatOf(bytes) === undefined)
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
  const status = error instanceof RequestError ? error.response?.statusCode : undefined;
  const detail = status === undefined ? (error as Error).message : `the server answered ${status}`;
  return new ItemFault(`the picture could not be fetched: ${detail}`, { cause: error });
}
