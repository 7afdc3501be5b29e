import { parsePublicRedirect, parsePublicUrl } from '@imagesearch/service-kit/guarded-fetch/public-url';
import { fault } from './faults.js';

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
