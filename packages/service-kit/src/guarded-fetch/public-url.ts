import { isPublicHostName } from './public-host.js';
import { parseAddress } from '../text/web-address.js';

const URL_CHARS_MAX = 2048;

/** `https://`, a host and an optional port; an `@` would start credentials, even empty ones. */
const PLAIN_HTTPS = /^https:\/\/[^/?#@]+(?:[/?#]|$)/i;

/** Characters that URL parsers drop or replace silently. */
const AMBIGUOUS_CHARS = /[\s\\\p{Cc}]/u;

/** Https on port 443, a public host name, no credentials. Undefined for any other address. */
export function parsePublicUrl(text: string): URL | undefined {
  const wellFormed = text.length <= URL_CHARS_MAX && !AMBIGUOUS_CHARS.test(text) && PLAIN_HTTPS.test(text);
  // The parser normalises every spelling of an IPv4 address (octal, hex, one number).
  const url = wellFormed ? parseAddress(text) : undefined;
  if (url === undefined) return undefined;
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  if (!isPlain || !isPublicHostName(url.hostname)) return undefined;
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

export function parsePublicRedirect(location: string, from: URL): URL | undefined {
  const target = location.length <= URL_CHARS_MAX ? parseAddress(location, from) : undefined;
  return target && parsePublicUrl(target.href);
}
