import type { ChannelOptions } from '@grpc/grpc-js';

/** A 5 MiB image, its envelope, and room for a batch of points. */
export const GRPC_MESSAGE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Settings of every client, besides its keepalive. A call that no replica has answered is sent again, to another one if there is
 * one: every RPC here is a read or idempotent by id. An answered error is final, because the service behind it has retried what it
 * could.
 */
export const CHANNEL_OPTIONS: ChannelOptions = {
  'grpc.max_receive_message_length': GRPC_MESSAGE_BYTES_MAX,
  'grpc.max_send_message_length': GRPC_MESSAGE_BYTES_MAX,
  // Reconnects within seconds after a long outage, not after gRPC's default of two minutes.
  'grpc.initial_reconnect_backoff_ms': 250,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // Connections that reach their age ask for addresses again; new replicas are found then.
  'grpc.dns_min_time_between_resolutions_ms': 5_000,
  // Whoever answers DNS must not be able to set what is below.
  'grpc.service_config_disable_resolution': 1,
  'grpc.service_config': JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [
      {
        name: [{}],
        retryPolicy: {
          maxAttempts: 3,
          initialBackoff: '0.05s',
          maxBackoff: '0.5s',
          backoffMultiplier: 3,
          retryableStatusCodes: ['UNAVAILABLE', 'CANCELLED'],
        },
      },
    ],
    // A failure takes 1 token, a success adds 0.1, and half of the tokens must be there for a retry: 20 retries at once, and
    // one for ten successes after that.
    retryThrottling: { maxTokens: 40, tokenRatio: 0.1 },
  }),
};

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
