import { isIP } from 'node:net';
import { parseAddress } from '../text/web-address.js';

/** A name of two labels or more: one of a single label is a name of somebody's own network. */
const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names that mean a host of somebody's own network wherever they are asked for (RFC 6761, 6762 appendix G, 8375). */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** Whether a URL's host is a name of the public internet by its form: no IP address, no bare and no local name. */
export function isPublicHostName(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return isIP(host) === 0 && HOST_NAME.test(host) && !LOCAL_NAME.test(host);
}

/**
 * Whether browsers may be sent to this address: http or https, a public host name, no user name and no password. The
 * parser turns every spelling of an IPv4 address, octal, hex or one number, into four decimals first.
 */
export function isPublicWebAddress(text: string): boolean {
  const url = parseAddress(text);
  if (url === undefined) return false;
  const { protocol, username, password, hostname } = url;
  const isPlain = ['http:', 'https:'].includes(protocol) && username === '' && password === '';
  return isPlain && isPublicHostName(hostname);
}
