import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRightsClient, type RightsClient } from '@imagesearch/contracts/rights';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@imagesearch/service-kit/postgres/embedded-postgres';
import { loadConfig } from '@imagesearch/rights/config';
import { createRightsService } from '@imagesearch/rights/service';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { call, newImage, putRequests, readAll, SILENT } from './harness.js';

let dir: string;
let database: EmbeddedPostgres;
let proxy: FaultyProxy;
let service: GrpcService;
let client: RightsClient;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rights-outage-'));
  database = await startEmbeddedPostgres(join(dir, 'server'));
  proxy = new FaultyProxy({ path: join(String(database.connection.host), '.s.PGSQL.5432') });
  const port = await proxy.open();
  service = createRightsService(
    loadConfig({
      RIGHTS_LISTEN: '127.0.0.1:0',
      DATA_DIR: dir,
      DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
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
  await proxy.close();
  await database.close();
  await rm(dir, { recursive: true, force: true });
});

test('while the database is away every answer says so, and all is well again once it is back', async () => {
  const { metadata, bytes } = await newImage();
  const put = () => client.putAsset(putRequests({ metadata, bytes }), call());
  const get = () => client.getAssets({ assetIds: [String(metadata.assetId)] }, call());
  const address = () =>
    client.createDownload({ assetId: String(metadata.assetId), variant: 'VARIANT_ORIGINAL' }, call());
  await put();
  const { token } = await address();
  const read = () => readAll(client, String(token));

  await proxy.close();
  const away = { code: 'dependency_unavailable', ctx: { dependency: 'database' } };
  for (const ask of [put, get, address, read, () => client.countAssets({}, call())]) {
    await expect(ask()).rejects.toMatchObject(away);
  }
  // What needs no database goes on.
  await expect(client.resolveLicense({ metadata }, call())).resolves.toMatchObject({
    rights: { license: 'cc-by-sa-4.0' },
  });

  await proxy.open();
  expect((await get()).assets).toHaveLength(1);
  expect((await put()).changed).toBe(false);
});

test('while the folder of the files is away only what needs it fails', async () => {
  const kept = await newImage();
  const other = await newImage();
  const put = ({ metadata, bytes }: typeof kept) => client.putAsset(putRequests({ metadata, bytes }), call());
  const address = () =>
    client.createDownload({ assetId: String(kept.metadata.assetId), variant: 'VARIANT_ORIGINAL' }, call());
  await put(kept);
  const blobs = join(dir, 'rights/blobs');
  await rename(blobs, `${blobs}.away`);
  await writeFile(blobs, 'not a folder');

  const away = { code: 'dependency_unavailable', ctx: { dependency: 'blobs' } };
  await expect(put(other)).rejects.toMatchObject(away);
  await expect(readAll(client, String((await address()).token))).rejects.toMatchObject(away);
  const asked = [kept, other].map(({ metadata }) => String(metadata.assetId));
  expect((await client.getAssets({ assetIds: asked }, call())).assets).toHaveLength(1);

  await rm(blobs);
  await rename(`${blobs}.away`, blobs);
  expect((await put(other)).changed).toBe(true);
  expect((await readAll(client, String((await address()).token))).bytes.equals(kept.bytes)).toBe(true);
});
