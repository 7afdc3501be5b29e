import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { hostileCameraFiles } from '@imagesearch/testkit/images/hostile/hostile-camera-files';
import { scanBomb } from '@imagesearch/testkit/images/hostile/jpeg';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { peakMibDuring } from '../support/tree-memory.js';
import type { Attacker, Target } from './attackers.js';

const SEARCHES_AT_ONCE = 8;
const EDGE_PX = 4_400;
const SCANS = 5_500;
/** Of a worker's container. */
const WORKER_MIB_MAX = 1024;

/** Images that cost a decoder far more than their size says. */
export const IMAGE_BOMBS: Attacker[] = [
  { name: 'JPEGs of thousands of scans', pauseMs: 200, round: searchByScans },
  { name: 'camera files that fill a worker', pauseMs: 10_000, round: ingestCameraFiles },
];

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
