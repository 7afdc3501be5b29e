import { createHash, createHmac } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { signDownload, verifyDownload, type DownloadClaim } from '../src/download-token.js';
import { call, drawing, firstOf, newImage, rightsForAll } from './harness.js';
import { describeOnDatabases } from '@imagesearch/testkit/engines';

describeOnDatabases('downloads', (engine) => {
  const rights = rightsForAll(engine);

  test('the original comes back byte for byte in chunks of at most 256 KiB', async () => {
    const { assetId, bytes } = await rights.taken();
    const { token } = await rights.download(assetId, 'VARIANT_ORIGINAL');
    const file = await rights.read(token);

    expect(token).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/);
    expect(file.bytes.equals(bytes)).toBe(true);
    expect(file.headers).toMatchObject({
      'Content-Type': 'image/png',
      'Content-Length': String(bytes.byteLength),
    });
    expect(file.headers['ETag']).toMatch(/^"[0-9a-f]{32}-original"$/);
    expect(file.chunks.length).toBeGreaterThan(1);
    expect(Math.max(...file.chunks.map((chunk) => chunk.byteLength))).toBeLessThanOrEqual(256 * 1024);
  });

  test.each([
    ['png', 'webp'],
    ['jpeg', 'jpeg'],
  ] as const)('a thumbnail of a %s has a longest edge of 400 and is a %s', async (original, format) => {
    const { assetId } = await rights.taken({}, await drawing().toFormat(original).toBuffer());
    const file = await rights.file(assetId, 'VARIANT_THUMBNAIL');
    expect(file.headers['Content-Type']).toBe(`image/${format}`);
    expect(file.headers['Content-Length']).toBe(String(file.bytes.byteLength));
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format, width: 400, height: 300 });
  });

  test('a view is a WebP for a screen, made once for all who ask at once, and kept', async () => {
    const { assetId, bytes } = await rights.taken({}, await drawing(2_400, 1_200).jpeg().toBuffer());
    const { token } = await rights.download(assetId, 'VARIANT_VIEW');
    const views = await Promise.all(Array.from({ length: 20 }, () => rights.read(token)));
    const [view] = views;
    expect(new Set(views.map((one) => sha256(one.bytes))).size).toBe(1);
    expect(view?.headers).toMatchObject({
      'Content-Type': 'image/webp',
      'Content-Length': String(view?.bytes.byteLength),
    });
    expect(await sharp(view?.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600, height: 800 });

    // It is served from the store now: the original is not there to make it of.
    await rm(originalPath(rights.dataDir, sha256(bytes)));
    expect((await rights.read(token)).bytes.equals(view?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  test('an image that moves is its own view', async () => {
    const frames = await sharp({ create: { width: 8, height: 16, channels: 3, background: '#205080' } })
      .composite([
        { input: { create: { width: 8, height: 8, channels: 3, background: '#fff' } }, top: 0, left: 0 },
      ])
      .raw()
      .toBuffer();
    const moving = sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } });
    const webp = await moving.clone().webp().toBuffer();
    const { assetId } = await rights.taken({}, webp);
    expect((await rights.file(assetId, 'VARIANT_VIEW')).bytes.equals(webp)).toBe(true);

    const gif = await moving.clone().gif().toBuffer();
    const converted = await newImage({ originalFormat: 'gif' });
    const requests = [await firstOf(converted), { chunk: converted.bytes }, { originalChunk: gif }];
    await rights.client.putAsset(requests, call());
    expect(await rights.file(converted.assetId, 'VARIANT_VIEW')).toMatchObject({
      bytes: gif,
      headers: { 'Content-Type': 'image/gif' },
    });
  });

  test('transparent pixels stay transparent in a thumbnail', async () => {
    const bytes = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { assetId } = await rights.taken({}, bytes);
    const thumbnail = await rights.file(assetId, 'VARIANT_THUMBNAIL');
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ width: 64, hasAlpha: true });
  });

  test('a large thumbnail is for twice the density, and the other one where there is none', async () => {
    const { assetId, bytes } = await rights.taken({}, await drawing(1_200, 900).jpeg().toBuffer());
    const [small, large] = await Promise.all(
      (['VARIANT_THUMBNAIL', 'VARIANT_LARGE_THUMBNAIL'] as const).map((variant) =>
        rights.file(assetId, variant),
      ),
    );
    expect(await sharp(small?.bytes).metadata()).toMatchObject({ width: 400, format: 'jpeg' });
    expect(await sharp(large?.bytes).metadata()).toMatchObject({ width: 800, format: 'jpeg' });
    expect(large?.headers['ETag']).not.toBe(small?.headers['ETag']);
    // As an earlier version stored it.
    const digest = sha256(bytes);
    const shard = join(digest.slice(0, 2), digest.slice(2, 4));
    await rm(join(rights.dataDir, 'rights/blobs/thumbnails', shard, `${digest}-800.jpg`));
    expect(await rights.file(assetId, 'VARIANT_LARGE_THUMBNAIL')).toEqual(small);
    const icon = await rights.taken({}, await drawing(300, 300).png().toBuffer());
    expect(await rights.file(icon.assetId, 'VARIANT_LARGE_THUMBNAIL')).toEqual(
      await rights.file(icon.assetId, 'VARIANT_THUMBNAIL'),
    );
  });

  test('for delivery "link" the original is the rights holder\'s copy, and the thumbnail ours', async () => {
    const linkUrl = 'https://photos.example.org/full/1.jpg?size=4000';
    const { assetId, bytes } = await rights.taken(
      { delivery: 'link', linkUrl, width: 4_000, height: 3_000 },
      await drawing(1_000, 750).jpeg().toBuffer(),
    );
    expect(await rights.download(assetId, 'VARIANT_ORIGINAL')).toMatchObject({ url: linkUrl, target: 'url' });
    await expect(rights.download(assetId, 'VARIANT_VIEW')).rejects.toMatchObject({ code: 'file_not_found' });
    const thumbnail = await rights.file(assetId, 'VARIANT_THUMBNAIL');
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 400 });
    const bare = await newImage({ delivery: 'link', linkUrl });
    await rights.put(bare.metadata, null);
    await expect(rights.download(bare.assetId, 'VARIANT_THUMBNAIL')).rejects.toMatchObject({
      code: 'file_not_found',
    });
    // Nothing below `originals` has the bytes that were given.
    const digest = sha256(bytes);
    await expect(stat(originalPath(rights.dataDir, digest))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test.each([
    'http://127.0.0.1/a.jpg',
    'https://photos.local/a.jpg',
    'https://user:secret@photos.example.org/a',
  ])('no caller is sent to %s, and no linked original has this address', async (linkUrl) => {
    const { metadata } = await newImage({ delivery: 'link', linkUrl });
    await expect(rights.put(metadata, null)).rejects.toMatchObject({
      code: 'invalid_request',
      issues: expect.arrayContaining([expect.objectContaining({ loc: ['metadata', 'linkUrl'] })]) as unknown,
    });
    const whole = { delivery: 'link', linkUrl: 'https://photos.example.org/full/3.jpg' };
    const { assetId } = await rights.taken(whole);
    await rights.sql('UPDATE rights.assets SET link_url = $1 WHERE asset_id = $2', [linkUrl, assetId]);
    await expect(rights.download(assetId, 'VARIANT_ORIGINAL')).rejects.toMatchObject({
      code: 'file_not_found',
    });
  });

  test('an asset that is unknown, or whose id is none, has no address', async () => {
    for (const assetId of ['testset:nobody', 'nonsense', '', 'testset:a\0b']) {
      await expect(rights.download(assetId, 'VARIANT_ORIGINAL')).rejects.toMatchObject({
        code: 'asset_not_found',
      });
    }
  });

  test('a request that names no variant is refused', async () => {
    const { assetId } = await rights.taken();
    const request = rights.client.createDownload({ assetIds: [assetId] }, call());
    await expect(request).rejects.toMatchObject({ code: 'invalid_request', issues: [{ loc: ['variant'] }] });
  });

  test('a token opens under the secret that signed it and under no other', () => {
    const claim: DownloadClaim = {
      assetId: 'photos:1',
      variant: 'original',
      content: 'abc',
      expiresAt: 2_000_000_000,
    };
    const token = signDownload(claim, 'a'.repeat(32));
    expect(verifyDownload(token, 'a'.repeat(32), 0)).toEqual(claim);
    expect(verifyDownload(token, 'b'.repeat(32), 0)).toBeUndefined();
  });

  test('a token changed in any one character, or signed with another key, leads nowhere', async () => {
    const { assetId } = await rights.taken();
    const token = String((await rights.download(assetId, 'VARIANT_ORIGINAL')).token);
    const [payload = ''] = token.split('.');
    const forged = [
      ...Array.from(
        { length: token.length },
        (_, at) => `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`,
      ),
      `${payload}.${createHmac('sha256', 'x'.repeat(32)).update(`download.${payload}`).digest('base64url')}`,
      `${payload}.`,
      payload,
      `${token}.`,
      `${token}=`,
      `${token} `,
      '',
      '.',
      'A'.repeat(100_000),
    ];
    const outcomes = await Promise.all(
      forged.map((tampered) =>
        rights.read(tampered).catch((error: unknown) => (error as { code: string }).code),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(['file_not_found']));
  });

  test.each([
    ['photos:trip~beach.jpg', 'filename=beach.png'],
    ['photos:barn-owl.JPG', 'filename=barn-owl.png'],
    ['photos:v1.2', 'filename=photos-v1.2.png'],
    [
      'openmoji:..%2F..%2Fetc%2Fpass"wd\u202e;x=..é',
      `filename=openmoji-.-2F.-2Fetc-2Fpass-wd-x.png; filename*=UTF-8''openmoji-.-2F.-2Fetc-2Fpass-wd-x-.%C3%A9.png`,
    ],
  ])(
    'the file of %j has a name of its own that is safe for a header and for a disk',
    async (assetId, name) => {
      await rights.taken({ assetId });
      const { headers } = await rights.file(assetId, 'VARIANT_ORIGINAL');
      expect(headers['Content-Disposition']).toBe(`inline; ${name}`);
    },
  );

  test('a restart keeps assets, files and the addresses already handed out', async () => {
    const { assetId, bytes } = await rights.taken();
    const { token } = await rights.download(assetId, 'VARIANT_ORIGINAL');
    await rights.restart();
    expect((await rights.read(token)).bytes.equals(bytes)).toBe(true);
  });

  test('a file lost from the store is not found, and ingesting the asset again restores it', async () => {
    const { assetId, metadata, bytes } = await rights.taken();
    await rm(originalPath(rights.dataDir, sha256(bytes)));
    const { token } = await rights.download(assetId, 'VARIANT_ORIGINAL');
    await expect(rights.read(token)).rejects.toMatchObject({ code: 'file_not_found' });

    await rights.put(metadata, bytes);
    expect((await rights.read(token)).bytes.equals(bytes)).toBe(true);
    expect((await readFile(originalPath(rights.dataDir, sha256(bytes)))).equals(bytes)).toBe(true);
  });
});

function originalPath(dataDir: string, digest: string): string {
  return join(dataDir, 'rights/blobs/originals', digest.slice(0, 2), digest.slice(2, 4), digest);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
