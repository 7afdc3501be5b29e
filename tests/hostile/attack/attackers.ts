import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileCameraFiles } from '@imagesearch/testkit/images/hostile/hostile-camera-files';
import { scanBomb } from '@imagesearch/testkit/images/hostile/hostile-jpegs';
import { textBomb } from '@imagesearch/testkit/images/hostile/hostile-pngs';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import sharp from 'sharp';
import { RawConnection, rawMessage, rawRequest, rawSearch } from '../support/raw-connection.js';
import { peakMibDuring } from '../support/tree-memory.js';

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
/** Room for one text, which takes 64 MiB when it is read. */
const BOMB_BYTES = 100_000;
const PARAMETERS = 4_422;
const RANGES_AT_ONCE = 24;
const MESSAGES_AT_ONCE = 60;
const SEARCHES_AT_ONCE = 8;
const EDGE_PX = 4_400;
const SCANS = 5_500;
/** Of a worker's container. */
const WORKER_MIB_MAX = 1024;
const BUNDLE = rawRequest({ path: '/docs/assets/swagger-ui-bundle.js' });
const NESTED = JSON.stringify({
  query: 'x',
  filters: { colors: Array.from({ length: 50_000 }, () => [[[]]]) },
});
const MANY_KEYS = JSON.stringify(
  Object.fromEntries(Array.from({ length: UNKNOWN_KEYS }, (_, at) => [`unknown_${at}`, at])),
);

const LIST_OF_PARAMETERS = Array.from({ length: PARAMETERS }, (_, at) => at.toString(36)).join('&');

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
      const body = JSON.stringify({ image_base64: textBomb('zTXt', BOMB_BYTES).toString('base64'), k: 1 });
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
  {
    name: 'ranges of credited files',
    pauseMs: 500,
    round: ({ port, creditedPath }) =>
      hold(port, RANGES_AT_ONCE, 1_000, (connection) => {
        for (const method of ['GET', 'HEAD'])
          connection.send(rawRequest({ method, path: creditedPath, headers: { Range: 'bytes=0-0' } }));
      }),
  },
  {
    name: 'thousands of parameters',
    pauseMs: 500,
    round: ({ port, key }) =>
      hold(port, 5, 500, (connection) =>
        connection.send(
          rawRequest({ path: `/v1/search?${LIST_OF_PARAMETERS}`, headers: { 'X-API-Key': key } }),
        ),
      ),
  },
  {
    name: 'messages of agents that call nothing',
    pauseMs: 500,
    round: ({ port, key }) =>
      hold(port, MESSAGES_AT_ONCE, 1_000, (connection) =>
        connection.send(rawMessage(key, 'resources/read', { uri: `none:${randomUUID()}` })),
      ),
  },
  { name: 'JPEGs of thousands of scans', pauseMs: 200, round: searchByScans },
  { name: 'camera files that fill a worker', pauseMs: 10_000, round: ingestCameraFiles },
];

async function hold(
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

let scans: Promise<string> | undefined;

async function searchByScans({ port, key }: Target): Promise<void> {
  scans ??= bodyOfScans();
  const body = await scans;
  const search = async (): Promise<void> => {
    const { status } = await fetch(`http://127.0.0.1:${port}/v1/search`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body,
    });
    // Refused, or there are too many requests.
    if (![422, 429].includes(status)) throw new Error(`answered with ${status}`);
  };
  await Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, search));
}

async function bodyOfScans(): Promise<string> {
  const plain = { width: EDGE_PX, height: EDGE_PX, channels: 3, background: '#824' } as const;
  const progressive = await sharp({ create: plain }).jpeg({ progressive: true, quality: 1 }).toBuffer();
  const image = scanBomb(progressive, EDGE_PX * EDGE_PX, SCANS);
  return JSON.stringify({ image_base64: image.toString('base64'), k: 1 });
}

/** @throws Error when the operator's command fails, or takes more memory than its container has. */
async function ingestCameraFiles({ addresses }: Target): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'imagesearch-attack-files-'));
  try {
    for (const [at, { bytes }] of (await hostileCameraFiles()).entries())
      await writeFile(join(folder, `${at}.tiff`), bytes);
    const args = ['folder', folder, '--source', 'bombs', '--dry-run'];
    const command = new IngestCommand(args, { ...addresses, DATA_DIR: join(folder, 'data') });
    const { result, peakMib } = await peakMibDuring(command.child.pid ?? 0, () => command.end());
    if (result === null || peakMib > WORKER_MIB_MAX)
      throw new Error(`ended with ${result}, at ${peakMib} MiB`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
