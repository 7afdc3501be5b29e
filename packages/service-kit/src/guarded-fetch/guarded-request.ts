import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { PublicNetwork } from './public-internet.js';

const HEADER_BYTES_MAX = 16 * 1024;
/** More than any real host has; a longer list is an attack. */
const ADDRESSES_MAX = 32;

export interface GuardedRequest {
  /** By default GET. */
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  network: PublicNetwork;
  signal: AbortSignal;
}

/**
 * One request to a public host; the caller ends it, with its body. The socket connects to a checked address, so that a second DNS answer cannot lead
 * elsewhere.
 * @param url A result of `parsePublicUrl`.
 * @throws Error when the host is an IP address.
 */
export function guardedRequest(
  url: URL,
  { method = 'GET', headers, network, signal }: GuardedRequest,
  onResponse?: (response: IncomingMessage) => void,
): ClientRequest {
  const options = {
    method,
    // A new agent shares no socket and no TLS session, and uses no proxy.
    agent: new Agent({ keepAlive: false, maxCachedSessions: 0 }),
    lookup: checkedLookup(network, signal),
    port: network.port,
    ca: network.ca,
    servername: url.hostname,
    rejectUnauthorized: true,
    maxHeaderSize: HEADER_BYTES_MAX,
    signal,
    headers,
  };
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new Error('an IP address is no public host');
  return request(url, options, onResponse);
}

/** A single private address refuses the host, because any of its addresses may be used. */
function checkedLookup({ resolve, mayConnectTo }: PublicNetwork, signal: AbortSignal): LookupFunction {
  return (host, { all }, callback) => {
    const answer = (addresses: readonly string[]): void => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      const allMayBeUsed = addresses.every((address) => mayConnectTo(address));
      if (!first || addresses.length > ADDRESSES_MAX || !allMayBeUsed)
        callback(new Error(`${host} has no address, or one that may not be used`), '');
      else if (all === true) callback(null, found);
      else callback(null, first.address, first.family);
    };
    resolve(host, signal).then(answer, (error: unknown) =>
      callback(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
}
