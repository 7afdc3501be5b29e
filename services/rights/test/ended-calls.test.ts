import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '@imagesearch/service-kit/call-context';
import { createRightsClient } from '@imagesearch/contracts/rights';
import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import { loadConfig } from '@imagesearch/rights/config';
import { createRightsService } from '@imagesearch/rights/service';
import type { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { startProxiedPostgres, type ProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { call, newImage, putRequests, SILENT } from './harness.js';

const DELAY_MS = 400;

describe('a call that has ended', () => {
  let dir: string;
  let database: ProxiedPostgres;
  let proxy: FaultyProxy;
  let service: GrpcService;
  let client: ReturnType<typeof createRightsClient>;

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
