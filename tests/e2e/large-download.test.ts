import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createRightsClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { DRAWN, draw } from '@imagesearch/testkit/images/small-collection';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import { until } from '@imagesearch/testkit/processes/until';
import { peakMibDuring } from '../hostile/support/tree-memory.js';

const MIB = 1024 * 1024;
const FILE_BYTES = 200 * MIB;
/** What one of the processes may grow by while such a file passes through it. */
const GROWTH_MIB_MAX = 64;
const CALL = () => detachedCall(30_000);

const folder = folderOfSuite();
let address: string;
let digest: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
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

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

it('an original of 200 MB passes through both processes in little memory, also to a reader that pauses', async () => {
  // The first bytes load what a download needs.
  await (await fetch(address, { headers: { Range: `bytes=0-${MIB}` } })).arrayBuffer();
  const [rightsPid = 0, gatewayPid = 0] = running.map(({ pid = 0 }) => pid);
  const { result: ofRights, ...ofGateway } = await peakMibDuring(gatewayPid, () =>
    peakMibDuring(rightsPid, downloadWithPause),
  );
  expect(ofRights.result).toBe(digest);
  for (const { restingMib, peakMib } of [ofRights, ofGateway])
    expect(peakMib - restingMib).toBeLessThan(GROWTH_MIB_MAX);
}, 120_000);

/** Its digest. */
async function downloadWithPause(): Promise<string> {
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
  return hash.digest('hex');
}

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
