import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { PublicNetwork } from './public-internet.js';

const HEADER_BYTES_MAX = 16 * 1024;
/** More than any real host has; a longer list is made to keep us busy. */
const ADDRESSES_MAX = 32;

export interface GuardedRequest {
  headers: Record<string, string>;
  network: PublicNetwork;
  signal: AbortSignal;
}

/**
 * One GET to a host of the public internet; the caller ends it. The name is resolved once: every address of it must be
 * allowed, and the socket takes one of these, so that no second answer of DNS can lead elsewhere.
 * @param url As `parsePublicUrl` answers it: an IP address as a host would never be looked up, and so never checked.
 */
export function guardedRequest(
  url: URL,
  { headers, network, signal }: GuardedRequest,
  onResponse?: (response: IncomingMessage) => void,
): ClientRequest {
  const options = {
    // An agent of its own shares no socket and no TLS session, and knows no proxy.
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

/** One address inside is enough to refuse a host: which one a connection takes is never left to chance. */
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
