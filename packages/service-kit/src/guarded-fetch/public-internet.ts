import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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

/** Special ranges are not: private, loopback, link-local, shared (CGNAT), multicast, documentation, tunnelled, … */
function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? isGloballyRouted(parsed) : !PLATFORM_ADDRESSES.has(address);
}

/** The only allocated part of IPv6 (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Interface identifiers that hide an IPv4 address (ISATAP, RFC 5214): third-last and last-but-one groups. */
const ISATAP_GROUPS: readonly (readonly [number, number])[] = [
  [0x0000, 0x5efe],
  [0x0200, 0x5efe],
];

function isGloballyRouted(address: ipaddr.IPv6): boolean {
  const [, , , , fifth, sixth] = address.parts;
  const hidesIpv4 = ISATAP_GROUPS.some(([first, second]) => fifth === first && sixth === second);
  return address.match(GLOBAL_UNICAST) && !hidesIpv4;
}

/** In a public range but internal: Azure's agent and metadata channel. */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);
