import { parseAddress } from '@imagesearch/service-kit/web-address';
import { isIP } from 'node:net';
import { fault } from './faults.js';

const URL_CHARS_MAX = 2048;

/** `https://`, a host and perhaps a port; an `@` would begin credentials, even empty ones. */
const PLAIN_HTTPS = /^https:\/\/[^/?#@]+(?:[/?#]|$)/i;

/** What URL parsers drop or turn round silently. */
const AMBIGUOUS_CHARS = /[\s\\\p{Cc}]/u;

/** A name of two labels or more: one of a single label is a name of this network. */
const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The address of a reference picture, where its form allows a fetch.
 * @throws AppError `image_url_forbidden`
 */
export function parsePictureUrl(text: string): URL {
  const wellFormed = text.length <= URL_CHARS_MAX && !AMBIGUOUS_CHARS.test(text) && PLAIN_HTTPS.test(text);
  // The parser turns every spelling of an IPv4 address, octal, hex or one number, into four decimals.
  const url = wellFormed ? parseAddress(text) : undefined;
  if (url === undefined) throw fault('image_url_forbidden');
  const host = url.hostname.replace(/\.$/, '');
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  if (!isPlain || isIP(host) !== 0 || !HOST_NAME.test(host)) throw fault('image_url_forbidden');
  url.hostname = host;
  return url;
}

/**
 * Where a redirect points, held to the rules of the first address.
 * @throws AppError `image_url_forbidden`
 */
export function parseRedirect(location: string, from: URL): URL {
  const target = location.length <= URL_CHARS_MAX ? parseAddress(location, from) : undefined;
  if (target === undefined) throw fault('image_url_forbidden');
  return parsePictureUrl(target.href);
}
