import { once } from 'node:events';
import { connect } from 'node:net';
import { OperatorError } from './command.js';
import type { IngestConfig } from '../config.js';

/** A service of this machine accepts a connection at once. */
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Checks that the services listen, unless the environment names all their addresses: those may be restarting.
 * @throws OperatorError within 3 s, which says where the command looked.
 */
export async function requireStack({ assumed, looked }: IngestConfig): Promise<void> {
  const listening = await Promise.all(assumed.map(isListening));
  const silent = assumed.filter((_, at) => listening[at] !== true);
  if (silent.length === 0) return;
  throw new OperatorError(
    [
      'No stack is running. Start one in another terminal with npm start, or with npm run demo.',
      'Looked in:',
      ...looked.map((place) => `  ${place}`),
      ...silent.map((address) => `  ${address} (nothing listens)`),
    ].join('\n'),
  );
}

async function isListening(address: string): Promise<boolean> {
  const { host, port } = /^(?<host>.+):(?<port>\d+)$/.exec(address)?.groups ?? {};
  const socket = connect({ host: (host ?? '').replace(/^\[|\]$/g, ''), port: Number(port) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
