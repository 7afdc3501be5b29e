import type { ChannelOptions } from '@grpc/grpc-js';

/**
 * A vanished peer is noticed after these two together. The timeout is longer than a model blocks the event loop of its
 * service, which answers no ping meanwhile.
 */
const KEEPALIVE: ChannelOptions = { 'grpc.keepalive_time_ms': 4_000, 'grpc.keepalive_timeout_ms': 8_000 };

/**
 * Pings, which notice a peer whose machine vanished. A peer on this machine cannot vanish like that: when its process ends,
 * the system closes the connection. A ping could only end the connection to one that is busy for longer.
 */
export function keepaliveTo(target: string): ChannelOptions {
  return isOnThisMachine(target) ? {} : KEEPALIVE;
}

function isOnThisMachine(target: string): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[::1\]):\d+$/.test(target) || target.startsWith('unix:');
}
