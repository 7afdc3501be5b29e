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
  const addresses = async (...of: string[]) =>
    (await createDownload({ ...THUMBNAIL, assetIds: of }, suite.parts, call())).downloads ?? [];
  const addressOf = async (assetId: string) => (await addresses(assetId))[0]?.token;

  async function read(token: string | undefined): Promise<string> {
    const request = { token: token ?? '', headOnly: false };
    for await (const { head } of readDownload(request, suite.parts, call()))
      if (head) return head.headers?.['Cache-Control'] ?? '';
    throw new Error('there is no head');
  }

  test('of a bucket are read through the service by who asks for it', async () => {
    const [assetId = ''] = assetIds;
    const blobs = { ...suite.parts.blobs, addressOf: () => Promise.resolve('https://bucket.example/file') };
    const ask = (asToken: boolean) =>
      createDownload({ ...THUMBNAIL, assetIds: [assetId], asToken }, { ...suite.parts, blobs }, call());
    expect((await ask(false)).downloads).toEqual([{ assetId, url: 'https://bucket.example/file' }]);
    await read((await ask(true)).downloads?.[0]?.token);
  });

  test('are looked up in one query, and read without another', async () => {
    const query = jest.spyOn(suite.database, 'query');
    const found = await addresses(...assetIds);
    expect(found.map(({ assetId }) => assetId).sort()).toEqual([...assetIds].sort());
    const headers = await Promise.all(found.map(({ token }) => read(token)));
    expect(new Set(headers)).toEqual(new Set(['public, max-age=600, immutable']));
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
  });

  test('have the same addresses for all of two minutes, which work for ten minutes at least', async () => {
    const [first = ''] = assetIds;
    const startsAt = Math.ceil(now / 120_000) * 120_000;
    now = startsAt;
    const token = await addressOf(first);
    now += 119_000;
    expect(await addressOf(first)).toBe(token);
    now = startsAt + 720_000 - 1;
    await read(token);
    now += 1;
    await expect(read(token)).rejects.toMatchObject({ code: 'file_not_found' });
  });

  test('have other addresses when they have other bytes, and the earlier address then opens nothing', async () => {
    const assetId = await ingest();
    const before = await addressOf(assetId);
    await read(before);
    await ingest({ assetId, contentVersion: randomUUID() });
    const after = await addressOf(assetId);
    expect(after).not.toBe(before);
    await read(after);
    await expect(read(before)).rejects.toMatchObject({ code: 'file_not_found' });
  });
});
