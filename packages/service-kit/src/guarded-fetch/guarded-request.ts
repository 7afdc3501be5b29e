import { Agent, request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import type { PictureNetwork } from './picture-network.js';

const HEADER_BYTES_MAX = 16 * 1024;

/** Told to servers, so that their owners know who asks. */
const USER_AGENT = 'image-search/1.3 (reference picture)';

/**
 * Sends one GET to one of these addresses, and nowhere else: the name serves for the certificate and the Host header
 * only. Resolves with the head of the answer; its body is still to be read.
 */
export function openConnection(
  url: URL,
  addresses: readonly string[],
  { port, ca }: Pick<PictureNetwork, 'port' | 'ca'>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    // An agent of its own shares no socket and no TLS session, and knows no proxy.
    agent: new Agent({ keepAlive: false, maxCachedSessions: 0 }),
    lookup: lookupAmong(addresses),
    port,
    ca,
    servername: url.hostname,
    rejectUnauthorized: true,
    maxHeaderSize: HEADER_BYTES_MAX,
    signal,
    headers: {
      'User-Agent': USER_AGENT,
      Accept: 'image/jpeg, image/png, image/webp',
      'Accept-Encoding': 'identity',
    },
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve);
    // Stays for the whole exchange: a connection may fail after its answer began.
    sent.on('error', reject);
    // A connection that turns to another protocol ends without an error; after an answer this settles nothing.
    sent.on('close', () => reject(new Error('closed without an answer')));
    sent.end();
  });
}

function lookupAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (host, { all }, callback) => {
    const [first] = found;
    if (!first) callback(new Error(`no address was checked for ${host}`), '');
    else if (all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}
