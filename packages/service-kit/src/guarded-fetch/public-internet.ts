import { Resolver } from 'node:dns/promises';
import { isPublicAddress } from './public-address.js';

const HTTPS_PORT = 443;
const DNS_TRY_TIMEOUT_MS = 1_500;
const DNS_TRIES = 2;

/** The network of a guarded request. Tests replace it; it is not configurable. */
export interface PublicNetwork {
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>;
  mayConnectTo: (address: string) => boolean;
  port: number;
  /** Certificate authorities that replace the default ones. */
  ca: string | undefined;
}

export const PUBLIC_INTERNET: PublicNetwork = {
  resolve: dnsResolver(),
  mayConnectTo: isPublicAddress,
  port: HTTPS_PORT,
  ca: undefined,
};

/** Resolves through DNS only: no hosts file and no search domain changes the meaning of a name. */
export function dnsResolver(servers?: readonly string[]): PublicNetwork['resolve'] {
  return async (host, signal) => {
    const resolver = new Resolver({ timeout: DNS_TRY_TIMEOUT_MS, tries: DNS_TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
