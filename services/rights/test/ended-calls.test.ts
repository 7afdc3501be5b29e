import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '@imagesearch/service-kit/call-context';
import { createRightsClient } from '@imagesearch/contracts/rights';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@imagesearch/service-kit/postgres/embedded-postgres';
import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@imagesearch/rights/config';
import { createRightsService } from '@imagesearch/rights/service';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { call, newImage, putRequests, SILENT } from './harness.js';

const DELAY_MS = 400;

describe('a call that has ended', () => {
  let dir: string;
  let database: EmbeddedPostgres;
  let proxy: FaultyProxy;
  let service: GrpcService;
  let client: ReturnType<typeof createRightsClient>;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'rights-ended-'));
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

  test.each(['whose caller leaves', 'whose deadline passes'])(
    '%s while its asset is ingested stores nothing afterwards',
    async (how) => {
      const { metadata, bytes } = await newImage();
      await client.countAssets({}, call());
      proxy.setFault({ kind: 'delay', ms: DELAY_MS });
      const leaving = new AbortController();
      const ending =
        how === 'whose caller leaves' ? { ...call(), signal: leaving.signal } : within(call(), 200);
      const put = client.putAsset(putRequests({ metadata, bytes }), ending).catch((error: unknown) => error);
      await sleep(200);
      leaving.abort();
      expect(await put).toMatchObject({ code: expect.stringMatching(/^(cancelled|deadline_exceeded)$/) });
      // Longer than the statements that an ingestion makes, one after another.
      await sleep(6 * DELAY_MS);
      proxy.setFault({ kind: 'none' });
      expect((await client.getAssets({ assetIds: [String(metadata.assetId)] }, call())).assets).toEqual([]);
    },
    30_000,
  );
});
