import { isPublicHostName } from './public-host.js';
import { parseAddress } from '../text/web-address.js';

const URL_CHARS_MAX = 2048;

/** `https://`, a host and perhaps a port; an `@` would begin credentials, even empty ones. */
const PLAIN_HTTPS = /^https:\/\/[^/?#@]+(?:[/?#]|$)/i;

/** What URL parsers drop or turn round silently. */
const AMBIGUOUS_CHARS = /[\s\\\p{Cc}]/u;

/**
 * The address of a file on the public internet, where its form allows a fetch: https on port 443, a public host name, no
 * credentials. Undefined where it does not.
 */
export function parsePublicUrl(text: string): URL | undefined {
  const wellFormed = text.length <= URL_CHARS_MAX && !AMBIGUOUS_CHARS.test(text) && PLAIN_HTTPS.test(text);
  // The parser turns every spelling of an IPv4 address, octal, hex or one number, into four decimals.
  const url = wellFormed ? parseAddress(text) : undefined;
  if (url === undefined) return undefined;
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  if (!isPlain || !isPublicHostName(url.hostname)) return undefined;
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

/** Where a redirect points, held to the rules of the first address. */
export function parsePublicRedirect(location: string, from: URL): URL | undefined {
  const target = location.length <= URL_CHARS_MAX ? parseAddress(location, from) : undefined;
  return target && parsePublicUrl(target.href);
}
