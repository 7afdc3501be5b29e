import { randomBytes } from 'node:crypto';
import { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BlobStore } from '../src/blobs/blob-store.js';
import { openBlobStore } from '../src/blobs/open-blob-store.js';
import { loadConfig } from '../src/config.js';
import { call, RightsHarness, SILENT } from './harness.js';

const MIB = 1024 * 1024;

describe('blobs in a folder', () => describeBlobs((dir) => ({ DATA_DIR: dir })));
describeWith(ENGINES.bucket, 'blobs in an S3-compatible server', ({ env }) => {
  describeBlobs(() => ({ ...env }));
});

function describeBlobs(envOf: (dir: string) => Record<string, string>): void {
  const lifecycle = new Lifecycle(SILENT);
  const dir = folderOfSuite();
  let blobs: BlobStore;
  beforeAll(async () => {
    const { blobs: address, s3Credentials } = loadConfig(envOf(dir));
    blobs = await openBlobStore(address, s3Credentials, lifecycle);
  });
  afterAll(() => lifecycle.close());

  const newKey = () => `originals/${randomBytes(16).toString('hex')}`;
  const read = async (key: string, offset: number, length: number) => {
    const blob = await blobs.open(key, call());
    if (!blob) throw new Error('the blob is not there');
    const chunks: Buffer[] = [];
    for await (const chunk of blob.chunks({ offset, length }, 64 * 1024)) chunks.push(chunk);
    await blob.close();
    return {
      bytes: blob.bytes,
      content: Buffer.concat(chunks),
      longest: Math.max(...chunks.map((c) => c.length)),
    };
  };

  test('what was written comes back, whole and in parts, in chunks no longer than asked for', async () => {
    const key = newKey();
    const content = randomBytes(20 * MIB);
    expect(await blobs.has(key, call())).toBe(false);
    await blobs.write(key, content);
    expect(await blobs.has(key, call())).toBe(true);
    const whole = await read(key, 0, content.byteLength);
    expect([whole.bytes, whole.content.equals(content)]).toEqual([content.byteLength, true]);
    expect(whole.longest).toBeLessThanOrEqual(64 * 1024);
    for (const [offset, length] of [
      [0, 1],
      [20 * MIB - 1, 1],
      [70_000, 140_001],
    ] as const) {
      expect(
        (await read(key, offset, length)).content.equals(content.subarray(offset, offset + length)),
      ).toBe(true);
    }
  });

  test('a removed file is gone, and removing it again is no error', async () => {
    const key = newKey();
    await blobs.write(key, Buffer.from('x'));
    await blobs.remove(key);
    await blobs.remove(key);
    expect(await blobs.open(key, call())).toBeUndefined();
    await blobs.removeUnfinished(new Date(0));
  });

  test('a reader may leave early', async () => {
    const key = newKey();
    await blobs.write(key, randomBytes(2 * MIB));
    const blob = await blobs.open(key, call());
    for await (const chunk of blob?.chunks({ offset: 0, length: 2 * MIB }, 1024) ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await blob?.close();
    expect(await blobs.has(key, call())).toBe(true);
  });

  test('a key that leads elsewhere is refused', async () => {
    for (const key of ['../x', '/etc/passwd', 'a//b', 'a/../b', '', 'A']) {
      await expect(Promise.resolve().then(() => blobs.has(key, call()))).rejects.toThrow(/not a blob key/);
    }
  });
}

describeWith(ENGINES.bucket, 'addresses of an S3-compatible server', ({ env }) => {
  const lifecycle = new Lifecycle(SILENT);
  afterAll(() => lifecycle.close());

  test('one opens its file under its name until it ends, and no other way', async () => {
    const { blobs: address, s3Credentials } = loadConfig(env);
    const blobs = await openBlobStore(address, s3Credentials, lifecycle);
    const served = {
      contentType: 'image/png',
      contentDisposition: 'inline; filename="a-1.png"; filename*=UTF-8\'\'a-%E5%86%99.png',
      cacheControl: 'private, max-age=600, immutable',
      now: new Date(),
      validS: 600,
    };
    const key = `originals/${randomBytes(16).toString('hex')}`;
    await blobs.write(key, Buffer.from('picture'));
    const signed = String(await blobs.addressOf?.(key, served));
    const answer = await fetch(signed);
    expect([answer.status, await answer.text()]).toEqual([200, 'picture']);
    expect(answer.headers.get('Content-Type')).toBe('image/png');
    expect(answer.headers.get('Content-Disposition')).toBe(served.contentDisposition);
    expect((await fetch(signed, { headers: { Range: 'bytes=1-3' } })).status).toBe(206);

    const expired = String(await blobs.addressOf?.(key, { ...served, now: new Date(Date.now() - 700_000) }));
    const changed = signed.replace('a-1.png', 'a-2.png');
    expect(changed).not.toBe(signed);
    for (const other of [expired, changed, signed.split('?')[0] ?? '']) {
      expect((await fetch(other)).status).toBe(403);
    }
    const none = await fetch(String(await blobs.addressOf?.('originals/none', served)));
    expect([403, 404]).toContain(none.status);
  });

  test('an asset is ingested, served and withdrawn as with a folder', async () => {
    const rights = new RightsHarness(EMBEDDED_POSTGRES, {}, env);
    await rights.start();
    try {
      const { assetId, bytes } = await rights.taken();
      const original = await fetch(String((await rights.download(assetId, 'VARIANT_ORIGINAL')).url));
      expect(bytes.equals(Buffer.from(await original.arrayBuffer()))).toBe(true);
      const thumbnail = await fetch(String((await rights.download(assetId, 'VARIANT_THUMBNAIL')).url));
      expect(thumbnail.headers.get('Content-Type')).toBe('image/webp');
      await rights.withdraw(assetId);
      await expect(rights.download(assetId, 'VARIANT_ORIGINAL')).rejects.toMatchObject({
        code: 'asset_not_found',
      });
    } finally {
      await rights.stop();
    }
  });
});

test('every call to an unreachable server says that the store is unavailable', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const { blobs: address, s3Credentials } = loadConfig({
    ...env,
    BLOB_URL: `s3://bucket?endpoint=${endpoint}`,
  });
  const lifecycle = new Lifecycle(SILENT);
  const blobs = await openBlobStore(address, s3Credentials, lifecycle);
  for (const ask of [
    () => blobs.has('a', call()),
    () => blobs.open('a', call()),
    () => blobs.write('a', Buffer.from('x')),
    () => blobs.remove('a'),
  ]) {
    await expect(ask()).rejects.toMatchObject({
      code: 'dependency_unavailable',
      ctx: { dependency: 'blobs' },
    });
  }
  await lifecycle.close();
});

describe('a signed address', () => {
  const server = httpServerForAll((_request, response) => response.setHeader('Content-Length', '7').end());
  const keys = { AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE', AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI' };
  const served = {
    contentType: 'image/webp',
    contentDisposition: 'inline; filename="a-1.webp"',
    cacheControl: 'private, max-age=600, immutable',
    now: new Date('2013-05-24T00:00:00Z'),
    validS: 600,
  };

  test.each(['', 'https://files.example.org'])(
    'is valid for ten minutes, at the place where callers reach the store (%j)',
    async (publicEndpoint) => {
      const own = publicEndpoint === '' ? '' : `&public_endpoint=${publicEndpoint}`;
      const BLOB_URL = `s3://examplebucket/live?endpoint=${server.url}${own}`;
      const { blobs: address, s3Credentials } = loadConfig({ ...keys, BLOB_URL });
      const lifecycle = new Lifecycle(SILENT);
      const blobs = await openBlobStore(address, s3Credentials, lifecycle);
      const signed = new URL(String(await blobs.addressOf?.('thumbnails/ab/cd/x-400.webp', served)));
      await lifecycle.close();
      expect(signed.origin).toBe(publicEndpoint || server.url);
      expect(signed.pathname).toBe('/examplebucket/live/thumbnails/ab/cd/x-400.webp');
      expect(Object.fromEntries(signed.searchParams)).toMatchObject({
        'X-Amz-Expires': '600',
        'X-Amz-Date': '20130524T000000Z',
        'X-Amz-SignedHeaders': 'host',
        'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
        'response-content-type': served.contentType,
        'response-content-disposition': served.contentDisposition,
        'response-cache-control': served.cacheControl,
      });
    },
  );
});
