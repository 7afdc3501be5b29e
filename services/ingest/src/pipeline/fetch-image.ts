import { endingAfter } from '@imagesearch/service-kit/call-context';
import { fetchPublicImage, ImageFetchError, type FetchFault } from '@imagesearch/image-files/fetch-image';
import { PUBLIC_INTERNET, type PublicNetwork } from '@imagesearch/service-kit/guarded-fetch/public-internet';
import { parsePublicUrl } from '@imagesearch/service-kit/guarded-fetch/public-url';
import { AssetFault } from '../asset-failure.js';
import { askAgain, type Patience } from '../sources/ask-again.js';

/** A lossy image of 20 megapixels is smaller than this. */
const IMAGE_BYTES_MAX = 32 * 1024 * 1024;
/** Address, redirects, headers and body, of one attempt. */
const TIMEOUT_MS = 60_000;

export interface FetchImageOptions extends Pick<Patience, 'firstPauseMs'> {
  userAgent: string;
  /** For tests with a local server and certificate; not configurable. */
  network?: Partial<PublicNetwork>;
}

/** Public hosts only, with bounds on redirects, bytes and time. Retries while the server is busy. @throws AssetFault */
export async function fetchImage(
  url: string,
  { userAgent, network, firstPauseMs, signal }: FetchImageOptions & { signal: AbortSignal },
): Promise<Buffer> {
  const address = parsePublicUrl(url);
  if (!address) throw new AssetFault(REASONS.image_url_forbidden);
  const image = { userAgent, bytesMax: IMAGE_BYTES_MAX, network: { ...PUBLIC_INTERNET, ...network } };
  const ask = () => fetchPublicImage(address, { ...image, signal: endingAfter(TIMEOUT_MS, signal) });
  try {
    return await askAgain(ask, { firstPauseMs, signal });
  } catch (error) {
    signal.throwIfAborted();
    const type = error instanceof ImageFetchError ? error.type : 'image_url_unreachable';
    const detail = type === 'image_url_unreachable' ? `: ${(error as Error).message}` : '';
    throw new AssetFault(`${REASONS[type]}${detail}`, { cause: error });
  }
}

const REASONS: Readonly<Record<FetchFault, string>> = {
  image_url_forbidden:
    'an image is fetched from an https address only, on port 443 of a public host name, without a user name; also after a redirect',
  image_url_unreachable: 'the image could not be fetched',
  image_too_large: `the image is larger than ${IMAGE_BYTES_MAX} bytes`,
  image_format: 'the address does not return a JPEG, PNG or WebP image',
};
