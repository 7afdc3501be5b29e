import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { within } from '@imagesearch/service-kit/call-context';
import type { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { startProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { call, firstOf, newImage, putRequests, RightsHarness } from './harness.js';

const DELAY_MS = 400;

let proxy: FaultyProxy;
let rights: RightsHarness;

beforeAll(async () => {
  const { url, dir, close, ...database } = await startProxiedPostgres(EMBEDDED_POSTGRES);
  ({ proxy } = database);
  const create = () => Promise.resolve({ url, dir, drop: close });
  rights = new RightsHarness({ name: 'a Postgres server behind a proxy', create });
  await rights.start();
});
afterAll(() => rights.stop());

test('every answer says that the database is unavailable, and the service recovers by itself', async () => {
  const { client } = rights;
  const { assetId, metadata, bytes } = await rights.taken();
  const put = () => rights.put(metadata, bytes);
  const get = () => rights.get(assetId);

  await proxy.close();
  const unavailable = { code: 'dependency_unavailable', ctx: { dependency: 'database' } };
  const address = () => rights.download(assetId, 'VARIANT_ORIGINAL');
  for (const ask of [put, get, address, () => client.countAssets({}, call())])
    await expect(ask()).rejects.toMatchObject(unavailable);
  // This call needs no database.
  await expect(client.resolveLicense({ metadata }, call())).resolves.toMatchObject({
    rights: { license: 'cc-by-sa-4.0' },
  });

  await proxy.open();
  expect(await get()).toHaveLength(1);
  expect((await put()).changed).toBe(false);
});

test('only calls that need files fail while the folder of the files is missing', async () => {
  const kept = await rights.taken();
  const other = await newImage();
  const put = () => rights.put(other.metadata, other.bytes);
  const read = () => rights.file(kept.assetId, 'VARIANT_ORIGINAL');
  const blobs = join(rights.dataDir, 'rights/blobs');
  await rename(blobs, `${blobs}.away`);
  await writeFile(blobs, 'not a folder');

  const unavailable = { code: 'dependency_unavailable', ctx: { dependency: 'blobs' } };
  await expect(put()).rejects.toMatchObject(unavailable);
  await expect(read()).rejects.toMatchObject(unavailable);
  expect(await rights.get(kept.assetId, other.assetId)).toHaveLength(1);

  await rm(blobs);
  await rename(`${blobs}.away`, blobs);
  expect((await put()).changed).toBe(true);
  expect((await read()).bytes.equals(kept.bytes)).toBe(true);
});

test.each(['whose caller leaves', 'whose deadline passes'])(
  'a call %s while its asset is ingested stores nothing afterwards',
  async (how) => {
    const { client } = rights;
    const image = await newImage();
    const { assetId, bytes } = image;
    const first = await firstOf(image);
    await client.countAssets({}, call());
    proxy.setFault({ kind: 'delay', ms: DELAY_MS });
    const leaving = new AbortController();
    const ending =
      how === 'whose caller leaves' ? { ...call(), signal: leaving.signal } : within(call(), 200);
    const put = client.putAsset(putRequests(first, bytes), ending).catch((error: unknown) => error);
    await sleep(200);
    leaving.abort();
    expect(await put).toMatchObject({ code: expect.stringMatching(/^(cancelled|deadline_exceeded)$/) });
    // Longer than the statements that an ingestion makes, one after another.
    await sleep(6 * DELAY_MS);
    proxy.setFault({ kind: 'none' });
    expect(await rights.get(assetId)).toEqual([]);
  },
  30_000,
);
