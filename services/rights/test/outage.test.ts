import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRightsClient, type RightsClient } from '@imagesearch/contracts/rights';
import { loadConfig } from '@imagesearch/rights/config';
import { createRightsService } from '@imagesearch/rights/service';
import type { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { startProxiedPostgres, type ProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { call, newImage, putRequests, readAll, SILENT } from './harness.js';

let dir: string;
let database: ProxiedPostgres;
let proxy: FaultyProxy;
let service: GrpcService;
let client: RightsClient;

beforeAll(async () => {
  database = await startProxiedPostgres(EMBEDDED_POSTGRES);
  ({ dir, proxy } = database);
  service = createRightsService(
    loadConfig({
      RIGHTS_LISTEN: '127.0.0.1:0',
      DATA_DIR: dir,
      DATABASE_URL: database.url,
      MIGRATE_AT_START: 'true',
      DOWNLOAD_SECRET: 's'.repeat(32),
    }),
    { logger: SILENT },
  );
  await service.start();
  client = createRightsClient(service.address);
});

afterAll(async () => {
  client.close();
  await service.close();
  await database.close();
});

test('every answer says that the database is unavailable, and the service recovers by itself', async () => {
  const { metadata, bytes } = await newImage();
  const put = () => client.putAsset(putRequests({ metadata, bytes }), call());
  const get = () => client.getAssets({ assetIds: [String(metadata.assetId)] }, call());
  const unseen = await newImage();
  const addressOf = (image: typeof unseen) =>
    client.createDownload({ assetId: String(image.metadata.assetId), variant: 'VARIANT_ORIGINAL' }, call());
  await put();
  await client.putAsset(putRequests(unseen), call());
  const { token } = await addressOf({ metadata, bytes });
  const read = () => readAll(client, String(token));

  await proxy.close();
  const unavailable = { code: 'dependency_unavailable', ctx: { dependency: 'database' } };
  for (const ask of [put, get, () => addressOf(unseen), () => client.countAssets({}, call())]) {
    await expect(ask()).rejects.toMatchObject(unavailable);
  }
  // Where its file is was looked up a moment ago.
  await expect(read()).resolves.toMatchObject({ bytes });
  // This call needs no database.
  await expect(client.resolveLicense({ metadata }, call())).resolves.toMatchObject({
    rights: { license: 'cc-by-sa-4.0' },
  });

  await proxy.open();
  expect((await get()).assets).toHaveLength(1);
  expect((await put()).changed).toBe(false);
});

test('only calls that need files fail while the folder of the files is missing', async () => {
  const kept = await newImage();
  const other = await newImage();
  const put = ({ metadata, bytes }: typeof kept) => client.putAsset(putRequests({ metadata, bytes }), call());
  const address = () =>
    client.createDownload({ assetId: String(kept.metadata.assetId), variant: 'VARIANT_ORIGINAL' }, call());
  await put(kept);
  const blobs = join(dir, 'rights/blobs');
  await rename(blobs, `${blobs}.away`);
  await writeFile(blobs, 'not a folder');

  const unavailable = { code: 'dependency_unavailable', ctx: { dependency: 'blobs' } };
  await expect(put(other)).rejects.toMatchObject(unavailable);
  await expect(readAll(client, String((await address()).token))).rejects.toMatchObject(unavailable);
  const asked = [kept, other].map(({ metadata }) => String(metadata.assetId));
  expect((await client.getAssets({ assetIds: asked }, call())).assets).toHaveLength(1);

  await rm(blobs);
  await rename(`${blobs}.away`, blobs);
  expect((await put(other)).changed).toBe(true);
  expect((await readAll(client, String((await address()).token))).bytes.equals(kept.bytes)).toBe(true);
});
