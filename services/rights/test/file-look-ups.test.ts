import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openFileBlobStore } from '../src/blobs/file-blob-store.js';
import { createDownload, readDownload } from '../src/downloads.js';
import type { RightsParts } from '../src/rpc.js';
import { createParts } from '../src/service.js';
import { checkMetadata } from '../src/wire.js';
import { call, newImage, openRightsDatabase } from './harness.js';

const ANSWER = 50;

describeOnDatabases('the files of one answer', (engine) => {
  let store: TestDatabase;
  let database: Database;
  let queries = 0;
  let now = Date.now();
  let rights: RightsParts;
  const assetIds: string[] = [];

  beforeAll(async () => {
    store = await engine.create();
    database = await openRightsDatabase(store);
    const counted: Database = {
      ...database,
      query: (sql, values, of) => {
        queries += 1;
        return database.query(sql, values, of);
      },
    };
    const blobs = await openFileBlobStore(join(store.dir, 'blobs'));
    rights = createParts({ database: counted, blobs, downloadSecret: randomUUID(), now: () => now });
    for (let at = 0; at < ANSWER; at += 1) assetIds.push(await ingest());
  }, 120_000);
  afterAll(async () => {
    await database.close();
    await store.drop();
  });

  async function ingest(assetId?: string): Promise<string> {
    const image = await newImage({
      ...(assetId !== undefined && { assetId, contentVersion: randomUUID() }),
    });
    const description = checkMetadata({ signals: null, provenance: null, facts: null, ...image.metadata });
    await rights.ingestAsset(description, { file: image.bytes, ingested: null }, call());
    return image.assetId;
  }

  const THUMBNAIL = { variant: 'VARIANT_THUMBNAIL', asToken: false } as const;
  const addresses = (assetId: string, siblingIds: string[] = []) =>
    createDownload({ ...THUMBNAIL, assetId, siblingIds }, rights, call());

  async function read(token: string | undefined): Promise<string> {
    const request = { token: token ?? '', range: null, headerOnly: false, knownEtags: [] };
    for await (const { header } of readDownload(request, rights, call()))
      if (header) return header.cacheControl ?? '';
    throw new Error('there is no header');
  }

  test('of a bucket are read through the service by who asks for it', async () => {
    const [assetId = ''] = assetIds;
    const blobs = { ...rights.blobs, addressOf: () => Promise.resolve('https://bucket.example/file') };
    const ask = (asToken: boolean) =>
      createDownload({ ...THUMBNAIL, assetId, siblingIds: [], asToken }, { ...rights, blobs }, call());
    expect(await ask(false)).toMatchObject({ url: 'https://bucket.example/file' });
    await read((await ask(true)).token);
  });

  test('are looked up in one query, and read without another', async () => {
    queries = 0;
    const [first = '', ...others] = assetIds;
    const { token, siblings = [] } = await addresses(first, others);
    expect(siblings.map(({ assetId }) => assetId).sort()).toEqual([...others].sort());
    const headers = await Promise.all(
      [token, ...siblings.map((each) => each.token)].map((each) => read(each)),
    );
    expect(new Set(headers)).toEqual(new Set(['public, max-age=600, immutable']));
    expect(queries).toBe(1);
  });

  test('have the same addresses for all of two minutes, which work for ten minutes at least', async () => {
    const [first = ''] = assetIds;
    now = Math.ceil(now / 120_000) * 120_000;
    const { token, expiresAt } = await addresses(first);
    now += 119_000;
    const later = await addresses(first);
    expect(later.token).toBe(token);
    now = Number(expiresAt) * 1_000 - 1;
    expect(Number(expiresAt) * 1_000 - now).toBeLessThan(600_000);
    await read(token);
    now += 1;
    await expect(read(token)).rejects.toMatchObject({ code: 'file_not_found' });
    expect(Number((await addresses(first)).expiresAt) * 1_000 - now).toBeGreaterThanOrEqual(600_000);
  });

  test('have other addresses when they have other bytes, and the earlier address then opens nothing', async () => {
    const assetId = await ingest();
    const before = await addresses(assetId);
    await read(before.token);
    await ingest(assetId);
    const after = await addresses(assetId);
    expect(after.token).not.toBe(before.token);
    await read(after.token);
    await expect(read(before.token)).rejects.toMatchObject({ code: 'file_not_found' });
  });
});
