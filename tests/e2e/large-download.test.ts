import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRightsClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import sharp from 'sharp';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import { peakMibDuring } from '../hostile/support/tree-memory.js';

const MIB = 1024 * 1024;
const FILE_MIB = 200;
/** What one of the processes may grow by while such a file passes through it. */
const GROWTH_MIB_MAX = 64;
const CALL = () => detachedCall(30_000);

const folder = folderOfSuite();
let rights: ServiceProcess;
let gateway: ServiceProcess;
let address: string;
let digest: string;

beforeAll(async () => {
  const env = { DATA_DIR: folder, DATABASE_URL: '', LOG_LEVEL: 'silent' };
  rights = await ServiceProcess.create('rights', env);
  gateway = await ServiceProcess.create('gateway', { ...env, RIGHTS_ADDRESS: rights.address });
  for (const service of [rights, gateway]) await service.start();
  const { path, token } = await storeSmallFile(rights.address);
  address = `${gateway.baseUrl}/v1/download/${token}`;
  digest = await fillWithNoise(path);
}, 240_000);

afterAll(() => Promise.all([rights, gateway].map((service) => service.stop('SIGKILL'))));

it('an original of 200 MB passes through both processes in little memory, also to a reader that pauses', async () => {
  // The first bytes load what a download needs.
  await (await fetch(address, { headers: { Range: `bytes=0-${MIB}` } })).arrayBuffer();
  const { result: ofRights, ...ofGateway } = await peakMibDuring(gateway.pid, () =>
    peakMibDuring(rights.pid, downloadWithPause),
  );
  expect(ofRights.result).toBe(digest);
  for (const { restingMib, peakMib } of [ofRights, ofGateway])
    expect(peakMib - restingMib).toBeLessThan(GROWTH_MIB_MAX);
}, 120_000);

/** Its digest. */
async function downloadWithPause(): Promise<string> {
  const { status, headers, body } = await fetch(address);
  expect([status, headers.get('Content-Length')]).toEqual([200, String(FILE_MIB * MIB)]);
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

/** @returns where its original is kept, and what opens it. */
async function storeSmallFile(rightsAddress: string): Promise<{ path: string; token: string }> {
  const image = await drawPng(1);
  const client = createRightsClient(rightsAddress);
  const metadata = {
    assetId: 'large:1',
    title: 'A large picture',
    licenseVerbatim: 'CC0',
    provenanceUrl: 'https://example.org/large',
    delivery: 'host',
    contentVersion: '1',
    ...{ width: 96, height: 96, format: 'png' },
  };
  await client.putAsset(
    [{ metadata, thumbnail: await sharp(image).webp().toBuffer() }, { chunk: image }],
    CALL(),
  );
  const { assetId } = metadata;
  const { downloads } = await client.createDownload(
    { assetIds: [assetId], variant: 'VARIANT_ORIGINAL' },
    CALL(),
  );
  client.close();
  const name = createHash('sha256').update(image).digest('hex');
  return {
    path: join(folder, 'rights/blobs/originals', name.slice(0, 2), name.slice(2, 4), name),
    token: downloads[0]?.token ?? '',
  };
}

/** @returns its digest. */
async function fillWithNoise(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  for (let at = 0; at < FILE_MIB; at += 1) {
    const block = randomBytes(MIB);
    hash.update(block);
    await file.write(block);
  }
  await file.close();
  return hash.digest('hex');
}
