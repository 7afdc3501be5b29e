import { randomUUID } from 'node:crypto';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { createDownload, readDownload } from '../src/downloads.js';
import { call, ingestInto, newImage, partsForAll } from './harness.js';

const ANSWER = 5;

describeOnDatabases('the files of one answer', (engine) => {
  let now = Date.now();
  const suite = partsForAll(engine, { now: () => now });
  const assetIds: string[] = [];

  beforeAll(async () => {
    for (let at = 0; at < ANSWER; at += 1) assetIds.push(await ingest());
  });

  async function ingest(...of: Parameters<typeof newImage>): Promise<string> {
    const image = await newImage(...of);
    await ingestInto(suite.parts, image);
    return image.assetId;
  }

  const THUMBNAIL = { variant: 'VARIANT_THUMBNAIL', asToken: false } as const;
  const addresses = (assetId: string, siblingIds: string[] = []) =>
    createDownload({ ...THUMBNAIL, assetId, siblingIds }, suite.parts, call());

  async function read(token: string | undefined): Promise<string> {
    const request = { token: token ?? '', range: null, headerOnly: false, knownEtags: [] };
    for await (const { header } of readDownload(request, suite.parts, call()))
      if (header) return header.cacheControl ?? '';
    throw new Error('there is no header');
  }

  test('of a bucket are read through the service by who asks for it', async () => {
    const [assetId = ''] = assetIds;
    const blobs = { ...suite.parts.blobs, addressOf: () => Promise.resolve('https://bucket.example/file') };
    const ask = (asToken: boolean) =>
      createDownload({ ...THUMBNAIL, assetId, siblingIds: [], asToken }, { ...suite.parts, blobs }, call());
    expect(await ask(false)).toMatchObject({ url: 'https://bucket.example/file' });
    await read((await ask(true)).token);
  });

  test('are looked up in one query, and read without another', async () => {
    const query = jest.spyOn(suite.database, 'query');
    const [first = '', ...others] = assetIds;
    const { token, siblings = [] } = await addresses(first, others);
    expect(siblings.map(({ assetId }) => assetId).sort()).toEqual([...others].sort());
    const headers = await Promise.all(
      [token, ...siblings.map((each) => each.token)].map((each) => read(each)),
    );
    expect(new Set(headers)).toEqual(new Set(['public, max-age=600, immutable']));
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
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
    await ingest({ assetId, contentVersion: randomUUID() });
    const after = await addresses(assetId);
    expect(after.token).not.toBe(before.token);
    await read(after.token);
    await expect(read(before.token)).rejects.toMatchObject({ code: 'file_not_found' });
  });
});
