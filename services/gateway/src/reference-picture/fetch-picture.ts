import type { IncomingMessage } from 'node:http';
import { QUERY_IMAGE_BYTES_MAX } from '@imagesearch/facets/limits';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { pictureFormatOf, SIGNATURE_BYTES } from '@imagesearch/service-kit/picture-format';
import { fault } from './faults.js';
import { openConnection } from './open-connection.js';
import { PUBLIC_INTERNET, type PictureNetwork } from './picture-network.js';
import { parseRedirect } from './picture-url.js';

const REDIRECTS_MAX = 3;
const REDIRECT_STATUSES: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
/** More than any real host has; a longer list is made to keep us busy. */
const ADDRESSES_MAX = 32;

/**
 * The bytes of a picture on the public internet; nothing about it is believed but its first bytes.
 * @throws AppError `invalid_request` on `image_url`, of one of the kinds in `ReferencePictureFault`; `overloaded` when
 *   too many fetches run already; `cancelled`.
 */
export type FetchPicture = (url: URL, call: CallContext) => Promise<Buffer>;

/** The guarded fetch of reference pictures (ARCHITECTURE.md, "Trust boundaries"). */
export function createFetchPicture(overrides: Partial<PictureNetwork> = {}): FetchPicture {
  const network = { ...PUBLIC_INTERNET, ...overrides };
  let running = 0;
  return async (url, call) => {
    if (running >= network.fetchesMax)
      throw new AppError('overloaded', 'Too many pictures are being fetched. Try again shortly.');
    running += 1;
    const timeoutMs = Math.max(0, Math.min(network.timeoutMs, call.deadlineAt - Date.now()));
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await untilAborted(fetchFollowing(url, network, signal), signal);
    } catch (error) {
      if (call.signal.aborted) throw new AppError('cancelled', 'The request was cancelled.');
      throw error instanceof AppError ? error : fault('image_url_unreachable', error);
    } finally {
      running -= 1;
    }
  };
}

async function fetchFollowing(first: URL, network: PictureNetwork, signal: AbortSignal): Promise<Buffer> {
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const addresses = await checkedAddresses(url.hostname, network, signal);
    const response = await openConnection(url, addresses, network, signal);
    try {
      const { location } = response.headers;
      if (!REDIRECT_STATUSES.has(response.statusCode) || location === undefined)
        return await readPicture(response);
      url = parseRedirect(location, url);
    } finally {
      response.destroy();
    }
  }
  throw new Error(`more than ${REDIRECTS_MAX} redirects`);
}

/** One address inside is enough to refuse a host: which one a connection takes is never left to chance. */
async function checkedAddresses(
  host: string,
  network: PictureNetwork,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await network.resolve(host, signal);
  const allMayBeUsed = addresses.every((address) => network.mayConnectTo(address));
  if (addresses.length === 0 || addresses.length > ADDRESSES_MAX || !allMayBeUsed)
    throw new Error(`${host} has no address, or one that may not be used`);
  return addresses;
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

async function readPicture(response: IncomingMessage): Promise<Buffer> {
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
    if (!hadSignature && byteLength >= SIGNATURE_BYTES && pictureFormatOf(body) === undefined)
      throw fault('image_format');
  }
  if (byteLength < SIGNATURE_BYTES) throw fault('image_format');
  return body.subarray(0, byteLength);
}
