import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Special ranges are not: private, loopback, link-local, shared (CGNAT), multicast, documentation, tunnelled, … */
export function isPublicAddress(address: string): boolean {
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
