import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RawConnection, rawRequest, rawSearch } from '../support/raw-connection.js';
import { pngOf } from './png-bomb.js';

/** One part of the mix: a few connections that do their worst, then end. It is repeated until time is up. */
export interface Attacker {
  name: string;
  /** Between two rounds. */
  pauseMs: number;
  round: (target: Target) => Promise<void>;
}

export interface Target {
  port: number;
  /** Of the services, for an operator's command. */
  addresses: Record<string, string>;
  key: string;
  /** Path of a download of 4.5 MB. */
  downloadPath: string;
  /** The same with its credit in it. */
  creditedPath: string;
  /** Names of the parts that run. */
  only: string[];
}

const FILE_CONNECTIONS = 200;
const UNKNOWN_KEYS = 50_000;
const BOMB_MIB = 64;
const BUNDLE = rawRequest({ path: '/docs/assets/swagger-ui-bundle.js' });
const NESTED = JSON.stringify({
  query: 'x',
  filters: { colors: Array.from({ length: 50_000 }, () => [[[]]]) },
});
const MANY_KEYS = JSON.stringify(
  Object.fromEntries(Array.from({ length: UNKNOWN_KEYS }, (_, at) => [`unknown_${at}`, at])),
);

export const ATTACKERS: Attacker[] = [
  {
    name: 'pipelined documents to paused readers',
    pauseMs: 1_000,
    round: ({ port }) => hold(port, 10, 500, (connection) => connection.pause().send(BUNDLE.repeat(200))),
  },
  {
    name: 'pipelined downloads to paused readers',
    pauseMs: 1_000,
    round: ({ port, downloadPath }) =>
      hold(port, 10, 3_000, (connection) =>
        connection.pause().send(rawRequest({ path: downloadPath }).repeat(30)),
      ),
  },
  {
    name: 'pipelined searches that are abandoned',
    pauseMs: 1_000,
    round: ({ port, key }) =>
      hold(port, 2, 5, (connection) =>
        connection.send([1, 2, 3, 4].map(() => rawSearch(key, { query: randomUUID(), k: 1 })).join('')),
      ),
  },
  {
    name: 'slow bodies that are reset',
    pauseMs: 500,
    round: ({ port, key }) =>
      hold(port, 5, 2_000, (connection) => connection.send(rawSearch(key).slice(0, -10)), 'reset'),
  },
  {
    name: 'downloads of half-closed connections',
    pauseMs: 500,
    round: ({ port, downloadPath }) =>
      hold(port, 5, 500, (connection) =>
        connection
          .pause()
          .send(rawRequest({ path: downloadPath }))
          .halfClose(),
      ),
  },
  {
    name: 'bodies of many unknown keys',
    pauseMs: 500,
    round: ({ port, key }) => hold(port, 1, 500, (connection) => connection.send(post(key, MANY_KEYS))),
  },
  {
    name: 'nested arrays',
    pauseMs: 500,
    round: ({ port, key }) => hold(port, 1, 500, (connection) => connection.send(post(key, NESTED))),
  },
  {
    name: 'images with compressed texts',
    pauseMs: 500,
    round: ({ port, key }) => {
      const body = JSON.stringify({ image_base64: pngOf(BOMB_MIB).toString('base64'), k: 1 });
      return hold(port, 1, 2_000, (connection) => connection.send(post(key, body)));
    },
  },
  {
    name: 'random file addresses',
    pauseMs: 50,
    round: ({ port }) =>
      hold(port, FILE_CONNECTIONS, 1_000, (connection) => {
        for (let at = 0; at < 5; at += 1) {
          const path = `/v1/asset/q_${randomBytes(16).toString('hex')}/drawn:red-disc`;
          connection.send(rawRequest({ path }));
        }
      }),
  },
];

export async function hold(
  port: number,
  count: number,
  holdMs: number,
  act: (connection: RawConnection) => void,
  end: 'close' | 'reset' = 'close',
): Promise<void> {
  const connections = await Promise.all(Array.from({ length: count }, () => RawConnection.open(port)));
  for (const connection of connections) act(connection);
  await sleep(holdMs);
  for (const connection of connections) connection[end]();
}

function post(key: string, body: string): string {
  return rawRequest({ method: 'POST', path: '/v1/search', headers: { 'X-API-Key': key }, body });
}
