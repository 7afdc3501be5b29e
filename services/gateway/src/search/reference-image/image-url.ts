import { parsePublicRedirect, parsePublicUrl } from '@imagesearch/service-kit/guarded-fetch/public-url';
import { fault } from './faults.js';

/**
 * The address of a reference image, where its form allows a fetch.
 * @throws AppError `image_url_forbidden`
 */
export function parseImageUrl(text: string): URL {
  return allowed(parsePublicUrl(text));
}

/**
 * Where a redirect points, held to the rules of the first address.
 * @throws AppError `image_url_forbidden`
 */
export function parseRedirect(location: string, from: URL): URL {
  return allowed(parsePublicRedirect(location, from));
}

function allowed(url: URL | undefined): URL {
  if (url === undefined) throw fault('image_url_forbidden');
  return url;
}
