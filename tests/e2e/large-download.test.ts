import { execFile, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createRightsClient } from '@imagesearch/contracts/rights';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { DRAWN, draw } from '@imagesearch/testkit/images/small-collection';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import { until } from '@imagesearch/testkit/processes/until';

const MIB = 1024 * 1024;
const FILE_BYTES = 200 * MIB;
/** What one of the processes may grow by while such a file passes through it. */
const GROWTH_BYTES_MAX = 64 * MIB;
const SAMPLE_MS = 20;
const CALL = () => detachedCall(30_000);

let folder: string;
let address: string;
let digest: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagesearch-large-'));
  const [port, rightsPort] = await Promise.all([freePort(), freePort()]);
  const rightsAddress = `127.0.0.1:${rightsPort}`;
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: '',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    RIGHTS_LISTEN: rightsAddress,
    RIGHTS_ADDRESS: rightsAddress,
  };
  for (const name of ['rights', 'gateway'] as const)
    running.push(new ServiceProcess({ name, address: rightsAddress, env }).spawn());
  const baseUrl = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${baseUrl}/v1/pricing`).catch(() => undefined))?.status === 200);
  ({ address, digest } = await storeLargeFile(rightsAddress, baseUrl));
}, 240_000);

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

it('an original of 200 MB passes through both processes in little memory, also to a reader that pauses', async () => {
  // The first bytes load what a download needs.
  await (await fetch(address, { headers: { Range: `bytes=0-${MIB}` } })).arrayBuffer();
  const before = await Promise.all(running.map(residentBytes));
  const peaks = [...before];
  const sampling = new AbortController();
  const sampled = sample(peaks, sampling.signal);

  const { status, headers, body } = await fetch(address);
  expect([status, headers.get('Content-Length')]).toEqual([200, String(FILE_BYTES)]);
  const hash = createHash('sha256');
  let hasPaused = false;
  const chunks: AsyncIterable<Uint8Array> | null = body;
  for await (const chunk of chunks ?? []) {
    hash.update(chunk);
    if (!hasPaused) await pause(2_000);
    hasPaused = true;
  }
  sampling.abort();
  await sampled;

  expect(hash.digest('hex')).toBe(digest);
  for (const [at, peak] of peaks.entries()) expect(peak - (before[at] ?? 0)).toBeLessThan(GROWTH_BYTES_MAX);
}, 120_000);

/** Takes a small image in, and puts 200 MB of nothing in particular where its original is kept. */
async function storeLargeFile(
  rightsAddress: string,
  baseUrl: string,
): Promise<{ address: string; digest: string }> {
  const [drawn] = DRAWN;
  if (!drawn) throw new Error('nothing is drawn');
  const image = await draw(drawn);
  const rights = createRightsClient(rightsAddress);
  try {
    const metadata = {
      assetId: 'large:1',
      title: 'A large picture',
      licenseVerbatim: 'CC0',
      provenanceUrl: 'https://example.org/large',
      delivery: 'host',
      contentVersion: '1',
    };
    const size = { width: 320, height: 320, format: 'png' };
    await until(async () => {
      const put = rights.putAsset([{ metadata: { ...metadata, ...size } }, { chunk: image }], CALL());
      return (await put.catch(() => undefined)) !== undefined;
    });
    const { token } = await rights.createDownload(
      { assetId: 'large:1', variant: 'VARIANT_ORIGINAL' },
      CALL(),
    );
    const name = createHash('sha256').update(image).digest('hex');
    const path = join(folder, 'rights/blobs/originals', name.slice(0, 2), name.slice(2, 4), name);
    const hash = createHash('sha256');
    await pipeline(Readable.from(blocks(hash)), createWriteStream(path));
    return { address: `${baseUrl}/v1/download/${token ?? ''}`, digest: hash.digest('hex') };
  } finally {
    rights.close();
  }
}

function* blocks(hash: ReturnType<typeof createHash>): Generator<Buffer> {
  for (let at = 0; at < FILE_BYTES / MIB; at += 1) {
    const block = Buffer.alloc(MIB, createHash('sha256').update(String(at)).digest());
    hash.update(block);
    yield block;
  }
}

/** Raises each peak to what its process holds, until it is told to stop. */
async function sample(peaks: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const [at, child] of running.entries())
      peaks[at] = Math.max(peaks[at] ?? 0, await residentBytes(child));
    await pause(SAMPLE_MS);
  }
}

/** The memory that a process holds. */
async function residentBytes({ pid = 0 }: ChildProcess): Promise<number> {
  const kib =
    platform() === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  return Number(kib) * 1024;
}
