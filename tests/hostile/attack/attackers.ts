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

export interface Target {
  port: number;
  /** Of the services, for an operator's command. */
  addresses: Record<string, string>;
  key: string;
  /** Path of a download of 4.5 MB. */
  downloadPath: string;
  /** The same with its credit in it. */
  creditedPath: string;
}

/** How often each part of the mix ran, and how often it failed, such as by not even connecting. */
export type Rounds = Record<string, { done: number; failed: number }>;

const UNKNOWN_KEYS = 50_000;
/** Room for one text, which takes 64 MiB when it is read. */
const BOMB_BYTES = 100_000;
const PARAMETERS = 4_422;
const SEARCHES_AT_ONCE = 8;
const EDGE_PX = 4_400;
const SCANS = 5_500;
/** Of a worker's container. */
const WORKER_MIB_MAX = 1024;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const NESTED = { query: 'x', filters: { colors: numbers(50_000).map(() => [[[]]]) } };
const MANY_KEYS = Object.fromEntries(numbers(UNKNOWN_KEYS).map((at) => [`unknown_${at}`, at]));
const TEXTS = { image_base64: textBomb('zTXt', BOMB_BYTES).toString('base64'), k: 1 };
const DOCUMENT = '/docs/assets/swagger-ui-bundle.js';
const MANY_PARAMETERS = `/v1/search?${numbers(PARAMETERS)
  .map((at) => at.toString(36))
  .join('&')}`;

const fileOfGuess = () =>
  rawRequest({ path: `/v1/asset/q_${randomBytes(16).toString('hex')}/drawn:red-disc` });
const newSearch = ({ key }: Target) => rawSearch(key, { query: randomUUID(), k: 1 });
const firstByte = (method: string, { creditedPath }: Target) =>
  rawRequest({ method, path: creditedPath, headers: { Range: 'bytes=0-0' } });

/** Connections that send bytes, are held for a while, and end. A `paused` one reads nothing. */
type Flood = [
  name: string,
  connections: number,
  holdMs: number,
  bytes: (target: Target) => string,
  how?: 'paused' | 'half-closed' | 'reset',
];

const FLOODS: Flood[] = [
  ['pipelined documents', 10, 500, () => rawRequest({ path: DOCUMENT }).repeat(200), 'paused'],
  ['pipelined downloads', 10, 3_000, (to) => rawRequest({ path: to.downloadPath }).repeat(30), 'paused'],
  [
    'pipelined searches that are abandoned',
    2,
    5,
    (to) =>
      numbers(4)
        .map(() => newSearch(to))
        .join(''),
  ],
  ['slow bodies that are reset', 5, 2_000, ({ key }) => rawSearch(key).slice(0, -10), 'reset'],
  ['half-closed downloads', 5, 500, (to) => rawRequest({ path: to.downloadPath }), 'half-closed'],
  ['bodies of many unknown keys', 1, 500, ({ key }) => rawSearch(key, MANY_KEYS)],
  ['nested arrays', 1, 500, ({ key }) => rawSearch(key, NESTED)],
  ['images with compressed texts', 1, 2_000, ({ key }) => rawSearch(key, TEXTS)],
  ['random file addresses', 200, 1_000, () => numbers(5).map(fileOfGuess).join('')],
  ['ranges of credited files', 24, 1_000, (to) => firstByte('GET', to) + firstByte('HEAD', to)],
  [
    ...(['thousands of parameters', 5, 500] as const),
    ({ key }) => rawRequest({ path: MANY_PARAMETERS, headers: { 'X-API-Key': key } }),
  ],
  [
    ...(['messages of agents that call nothing', 60, 1_000] as const),
    ({ key }) => rawMessage(key, 'resources/read', { uri: `none:${randomUUID()}` }),
  ],
];

const PAUSE_MS = 250;

/** Each part of the mix: it does its worst, then ends. It is repeated until time is up. */
const ATTACKERS: { name: string; pauseMs: number; round: (target: Target) => Promise<void> }[] = [
  ...FLOODS.map((flood) => ({
    name: flood[0],
    pauseMs: PAUSE_MS,
    round: (to: Target) => sendFlood(flood, to),
  })),
  { name: 'JPEGs of thousands of scans', pauseMs: 200, round: searchByScans },
  { name: 'camera files that fill a worker', pauseMs: 10_000, round: ingestCameraFiles },
];

async function sendFlood([, count, holdMs, bytes, how]: Flood, target: Target): Promise<void> {
  const connections = await Promise.all(numbers(count).map(() => RawConnection.open(target.port)));
  for (const connection of connections) {
    if (how === 'paused' || how === 'half-closed') connection.pause();
    connection.send(bytes(target));
    if (how === 'half-closed') connection.halfClose();
  }
  await sleep(holdMs);
  for (const connection of connections) connection[how === 'reset' ? 'reset' : 'close']();
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

/** Attacks side by side until the parent says stop, then tells how often. */
process.once('message', (target) => void attack(target as Target));

async function attack(target: Target): Promise<void> {
  let running = true;
  process.once('message', () => (running = false));
  const rounds: Rounds = {};
  await Promise.all(
    ATTACKERS.map(async ({ name, pauseMs, round }) => {
      const counts = { done: 0, failed: 0 };
      rounds[name] = counts;
      while (running) {
        await round(target).then(
          () => (counts.done += 1),
          () => (counts.failed += 1),
        );
        await sleep(pauseMs);
      }
    }),
  );
  process.send?.(rounds, () => process.exit(0));
}
