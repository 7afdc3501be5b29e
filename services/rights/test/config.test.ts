import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadConfig } from '@imagesearch/rights/config';
import { keptSecret } from '@imagesearch/service-kit/secrets/kept-secret';
import { folderOfEachTest } from '@imagesearch/testkit/folders';

describe('configuration', () => {
  test('an empty environment selects the embedded stores below ./.data', () => {
    expect(loadConfig({})).toMatchObject({
      listen: '127.0.0.1:7004',
      databaseUrl: undefined,
      embeddedDatabaseDir: join(process.cwd(), '.data/rights/postgres'),
      blobs: { kind: 'folder', dir: join(process.cwd(), '.data/rights/blobs') },
      s3Credentials: undefined,
      sweepIntervalMs: 3_600_000,
      downloadSecret: undefined,
    });
  });

  test('a folder can be named for the files', () => {
    expect(loadConfig({ BLOB_URL: 'file:///srv/my%20blobs' }).blobs).toEqual({
      kind: 'folder',
      dir: '/srv/my blobs',
    });
  });

  test('a bucket can be named, with where it is and where callers reach it', () => {
    const BLOB_URL =
      's3://pictures/live/a?region=eu-west-1&endpoint=http://minio:9000&public_endpoint=https://files.example.org';
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(loadConfig({ BLOB_URL, ...keys })).toMatchObject({
      blobs: {
        kind: 's3',
        bucket: 'pictures',
        prefix: 'live/a/',
        region: 'eu-west-1',
        endpoint: 'http://minio:9000',
        publicEndpoint: 'https://files.example.org',
      },
      s3Credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    expect(loadConfig({ BLOB_URL: 's3://pictures' })).toMatchObject({
      blobs: { prefix: '', region: 'us-east-1', endpoint: undefined },
      s3Credentials: undefined,
    });
    expect(() => loadConfig({ AWS_ACCESS_KEY_ID: 'id' })).toThrow(/AWS_SECRET_ACCESS_KEY: required with/);
  });

  test.each([
    'http://blobs',
    '/srv/blobs',
    'file://host/share',
    's3://x',
    's3://Upper',
    's3://user:pass@bucket',
    's3://bucket/a b',
    's3://bucket?regoin=eu',
    's3://bucket?endpoint=minio:9000',
  ])('the blob address %s is refused with what is supported instead', (url) => {
    expect(() => loadConfig({ BLOB_URL: url })).toThrow(
      /BLOB_URL: expected file:\/\/\/folder or s3:\/\/bucket/,
    );
  });

  test('a server database needs a signing key that all replicas share', () => {
    const DATABASE_URL = 'postgres://db/rights';
    expect(() => loadConfig({ DATABASE_URL })).toThrow(/DOWNLOAD_SECRET: required with DATABASE_URL/);
    expect(loadConfig({ DATABASE_URL, DOWNLOAD_SECRET: 'x'.repeat(32) }).downloadSecret).toBe('x'.repeat(32));
  });

  test('every invalid variable is listed at once', () => {
    const problems = () =>
      loadConfig({
        RIGHTS_LISTEN: 'nowhere',
        DATABASE_URL: 'mysql://x',
        BLOB_URL: 's3://x',
        LOG_LEVEL: 'loud',
      });
    for (const name of ['RIGHTS_LISTEN', 'DATABASE_URL', 'BLOB_URL', 'LOG_LEVEL', 'DOWNLOAD_SECRET']) {
      expect(problems).toThrow(new RegExp(`^  ${name}: `, 'm'));
    }
    expect(() => loadConfig({ DOWNLOAD_SECRET: 'short' })).toThrow(/at least 32 characters/);
  });
});

describe('the generated signing key', () => {
  const dir = folderOfEachTest();

  test('is made once, kept, and readable by its owner alone', async () => {
    const path = join(dir, 'rights/download-secret');
    const secret = await keptSecret(path);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(await keptSecret(path)).toBe(secret);
    expect(await readFile(path, 'utf8')).toBe(secret);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('that was cut off by a crash is reported, never used', async () => {
    const path = join(dir, 'download-secret');
    await writeFile(path, 'abc');
    await expect(keptSecret(path)).rejects.toThrow(/does not hold a whole secret/);
  });
});
