import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../logging.js';
import { startRounds } from '../process/rounds.js';

export interface NotificationOptions {
  /** A Postgres server. */
  url: string;
  channel: string;
  onMessage: (payload: string) => void;
  /** Messages may have been missed: what was derived from them is out of date. */
  onGap: () => void;
  logger: Logger;
}

/** Messages of a channel, on a connection of its own. */
export interface Notifications {
  /** Whether every message that is older than this has arrived. */
  isCurrent(maxAgeMs: number): boolean;
  close: () => Promise<void>;
}

const HEARTBEAT_MS = 500;
/** A connection without an answer for so long is taken for lost. */
const ANSWER_TIMEOUT_MS = 1_000;
const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Listens until it is closed, and connects again after a failure. An answer to a heartbeat says that every earlier message
 * has arrived, because the server sends both in order on one connection.
 */
export function listenToNotifications(options: NotificationOptions): Notifications {
  const { channel, onGap, logger } = options;
  let confirmedAt = -Infinity;
  let isKnownLost = false;
  const listen = async (signal: AbortSignal): Promise<void> => {
    try {
      await listenOnce(options, signal, (at) => {
        confirmedAt = at;
        isKnownLost = false;
      });
    } finally {
      confirmedAt = -Infinity;
      onGap();
    }
  };
  const onFailure = (error: unknown): void => {
    // Once for each outage.
    if (!isKnownLost) logger.warn({ err: error, channel }, 'notifications stopped');
    isKnownLost = true;
  };
  return {
    isCurrent: (maxAgeMs) => performance.now() - confirmedAt <= maxAgeMs,
    close: startRounds(listen, { intervalMs: RECONNECT_MS, onFailure }),
  };
}

/** Returns when it is stopped. @throws Error when the connection is lost. */
async function listenOnce(
  { url, channel, onMessage, onGap }: NotificationOptions,
  stop: AbortSignal,
  confirm: (at: number) => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  // The next heartbeat fails where the connection did.
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '' }) => onMessage(payload));
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    onGap();
    while (!stop.aborted) {
      const askedAt = performance.now();
      await client.query('SELECT 1');
      confirm(askedAt);
      await sleep(HEARTBEAT_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  } finally {
    // A lost connection never confirms that it has ended.
    void client.end().catch(() => undefined);
  }
}
