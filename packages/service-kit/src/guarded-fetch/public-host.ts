import { isIP } from 'node:net';
import { parseWebAddress } from '../text/web-address.js';

/** Two labels or more: a single label is a name in a private network. */
const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names reserved for private networks (RFC 6761, 6762 appendix G, 8375). */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** Whether a URL's host has the form of a public name: no IP address, no single label, no local name. Does not ask DNS. */
export function isPublicHostName(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return isIP(host) === 0 && HOST_NAME.test(host) && !LOCAL_NAME.test(host);
}

/** Whether browsers may be redirected there: a web address of a public host name. */
export function isPublicWebAddress(text: string): boolean {
  const url = parseWebAddress(text);
  return url !== undefined && isPublicHostName(url.hostname);
}
