import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { PutAssetRequestInput } from '@imagesearch/contracts/messages';
import type { AppError } from '@imagesearch/service-kit/errors';
import { call, drawing, newImage, rightsForAll } from './harness.js';
import { describeOnDatabases } from '@imagesearch/testkit/engines';

describeOnDatabases('ingesting files', (engine) => {
  const rights = rightsForAll(engine);

  const send = (requests: Iterable<PutAssetRequestInput> | AsyncIterable<PutAssetRequestInput>) =>
    rights.client.putAsset(requests, call());
  const stored = async (assetId: string) => (await rights.get(assetId)).length;

  test.each([
    ['text', () => Buffer.from('This is not a picture at all.'), 'image_format'],
    ['three bytes', () => Buffer.from([0xff, 0xd8, 0xff]), 'image_unreadable'],
    [
      'a JPEG in name only',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500)]),
      'image_unreadable',
    ],
  ])('%s is refused and leaves nothing behind', async (_, bytesOf, type) => {
    const { assetId, metadata } = await newImage();
    await expect(rights.put(metadata, bytesOf())).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ type }],
    });
    expect(await stored(assetId)).toBe(0);
  });

  test('an image with too many pixels to decode safely is refused, also in a small file', async () => {
    const bytes = await drawing(64, 64).png().toBuffer();
    // Width and height in the header; their checksum is not looked at before the size is.
    bytes.writeUInt32BE(20_000, 16);
    bytes.writeUInt32BE(10_001, 20);
    const { metadata } = await newImage({ width: 20_000, height: 10_001 });
    await expect(rights.put(metadata, bytes)).rejects.toMatchObject({
      issues: [{ type: 'image_too_many_pixels', msg: expect.stringContaining('200000000') }],
    });
  });

  test('a file comes with thumbnails of its format and of their sizes, or is refused', async () => {
    const { metadata, bytes } = await newImage();
    const small = await drawing(400, 300).webp().toBuffer();
    const large = await drawing(800, 600).webp().toBuffer();
    const sent = (thumbnail: Buffer, largeThumbnail: Buffer) =>
      send([{ metadata, thumbnail, largeThumbnail }, { chunk: bytes }]);
    const none = Buffer.alloc(0);
    const jpeg = await drawing(400, 300).jpeg().toBuffer();
    for (const [thumbnail, largeThumbnail, field] of [
      [none, none, 'thumbnail'],
      [jpeg, large, 'thumbnail'],
      [large, large, 'thumbnail'],
      [small, none, 'largeThumbnail'],
      [small, await drawing(801, 600).webp().toBuffer(), 'largeThumbnail'],
      [Buffer.from('no image'), large, 'thumbnail'],
    ] as const)
      await expect(sent(thumbnail, largeThumbnail)).rejects.toMatchObject({ issues: [{ loc: [field] }] });
    expect(await sent(small, large)).toMatchObject({ changed: true });
  });

  test('the answer has the asset as it is stored, and whether it is new', async () => {
    const { assetId, metadata, bytes } = await newImage();
    const first = await rights.put(metadata, bytes);
    expect(first).toMatchObject({ changed: true, isNew: true });
    expect([first.asset]).toEqual(await rights.get(assetId));
    expect(await rights.put(metadata, bytes)).toMatchObject({
      changed: false,
      isNew: false,
      asset: first.asset,
    });
    const changed = { ...metadata, title: 'Another heron', contentVersion: 'v2' };
    const second = await send([{ metadata: changed, keepsFiles: true }]);
    expect(second).toMatchObject({ changed: true, isNew: false });
    expect([second.asset]).toEqual(await rights.get(assetId));
    await rights.withdraw(assetId);
    expect(await rights.put(metadata, bytes)).toMatchObject({ isNew: false, asset: null });
  });

  test.each([
    ['format', { format: 'jpeg' }, 'png'],
    ['width', { width: 639 }, 640],
    ['height', { height: 481 }, 480],
  ])('a declared %s that is not that of the bytes is refused', async (field, wrong, actual) => {
    const { metadata, bytes } = await newImage(wrong);
    await expect(rights.put(metadata, bytes)).rejects.toMatchObject({
      issues: [{ loc: ['metadata', field], type: 'picture_mismatch', ctx: { actual } }],
    });
  });

  test('metadata alone replaces what is said of an asset, beside the files that are stored', async () => {
    const { metadata, bytes } = await newImage();
    await expect(send([{ metadata, keepsFiles: true }])).rejects.toMatchObject({ code: 'file_not_found' });
    await rights.put(metadata, bytes);
    const changed = { ...metadata, licenseVerbatim: 'CC0 1.0', contentVersion: 'v2' };
    expect(await send([{ metadata: changed, keepsFiles: true }])).toMatchObject({
      changed: true,
      rights: { license: 'cc0' },
    });
    expect(await rights.put(changed, bytes)).toMatchObject({ changed: false });
    const wider = { ...changed, width: 641 };
    await expect(send([{ metadata: wider, keepsFiles: true }])).rejects.toMatchObject({
      issues: [{ loc: ['metadata', 'width'] }],
    });
    await expect(
      send([{ metadata: changed, keepsFiles: true }, { chunk: Buffer.alloc(1) }]),
    ).rejects.toMatchObject({ issues: [{ type: 'stream_sequence' }] });
  });

  test('metadata that replaces one version changes no other one, and brings no deleted asset back', async () => {
    const { assetId, metadata, bytes } = await newImage();
    await rights.put(metadata, bytes);
    const { contentVersion = '' } = metadata;
    const put = (title: string, version: string, replacesVersion: string) =>
      send([
        { metadata: { ...metadata, title, contentVersion: version }, keepsFiles: true, replacesVersion },
      ]);
    expect(await put('First', 'v2', contentVersion)).toMatchObject({ changed: true });
    // As one whose answer was lost sends it again.
    expect(await put('First', 'v2', contentVersion)).toMatchObject({ changed: false });
    const refused = { code: 'version_mismatch' };
    await expect(put('Second', 'v3', contentVersion)).rejects.toMatchObject(refused);
    expect(await rights.get(assetId)).toMatchObject([{ metadata: { title: 'First' } }]);
    const results = await Promise.allSettled(['Third', 'Fourth'].map((title) => put(title, title, 'v2')));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await rights.client.deleteAssets({ assetIds: [assetId], actor: 'Ada', reason: 'gone' }, call());
    await expect(put('Fifth', 'v5', 'Third')).rejects.toMatchObject({ code: 'file_not_found' });
  });

  test('width and height are those of the image as displayed', async () => {
    const turned = await drawing().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { metadata } = await newImage({ format: 'jpeg', width: 480, height: 640 });
    expect((await rights.put(metadata, turned)).changed).toBe(true);
  });

  test('every fault of the metadata is listed at once', async () => {
    const { metadata, bytes } = await newImage({
      assetId: 'no-colon',
      delivery: 'post',
      provenanceUrl: 'javascript:alert(1)',
      format: 'gif',
      contentVersion: '',
      title: 'a\0b',
      signals: { luminance: 1.5, palette: ['red'], paletteShares: [], negSpace: ['middle'] },
    });
    const error: unknown = await rights.put(metadata, bytes).catch((thrown: unknown) => thrown);
    const faults = (error as AppError).issues.map(({ loc }) => loc.slice(1).join('.'));
    expect(faults.sort().join(' ')).toBe(
      'assetId contentVersion delivery format provenanceUrl signals.luminance signals.negSpace.0 signals.palette.0 title',
    );
  });

  test('a stream out of order, without metadata or without bytes is refused', async () => {
    const { assetId, metadata, bytes } = await newImage();
    const fault = { code: 'invalid_request', issues: [{ type: 'stream_sequence' }] };
    await expect(send([])).rejects.toMatchObject(fault);
    await expect(send([{ chunk: bytes }, { metadata }])).rejects.toMatchObject(fault);
    await expect(send([{ metadata }, { metadata }])).rejects.toMatchObject(fault);
    await expect(rights.put(metadata, null)).rejects.toMatchObject(fault);
    expect(await stored(assetId)).toBe(0);
  });

  test('a file above 128 MiB is refused as soon as it is', async () => {
    const { metadata } = await newImage();
    let sent = 0;
    const endless = function* (): Generator<PutAssetRequestInput> {
      yield { metadata };
      for (; sent < 1_000; sent += 1) yield { chunk: Buffer.alloc(1024 * 1024) };
    };
    await expect(send(endless())).rejects.toMatchObject({
      code: 'body_too_large',
      ctx: { bytes_max: 128 * 1024 * 1024 },
    });
    expect(sent).toBeLessThan(300);
  });

  test('a caller that disconnects in the middle of a file leaves no asset', async () => {
    const { assetId, metadata, bytes } = await newImage();
    const leaving = new AbortController();
    const stalled = async function* (): AsyncGenerator<PutAssetRequestInput> {
      yield { metadata };
      yield { chunk: bytes };
      leaving.abort();
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const cancelled = rights.client.putAsset(stalled(), { ...call(), signal: leaving.signal });
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await stored(assetId)).toBe(0);
  });

  test('an id that looks like a path names an asset and no file of ours', async () => {
    const path = await newImage({ assetId: 'openmoji:../../etc/passwd' });
    await expect(rights.put(path.metadata, path.bytes)).rejects.toMatchObject({ code: 'invalid_request' });
    const assetId = 'openmoji:..%2F..%2Fetc%2Fpasswd';
    const { metadata, bytes } = await newImage({ assetId });
    await rights.put(metadata, bytes);
    expect(await stored(assetId)).toBe(1);
    const files = await readdir(join(rights.dataDir, 'rights/blobs'), { recursive: true });
    expect(
      files.filter((path) => !/^[a-z]+(?:\/[0-9a-f]{2}){0,2}(?:\/[0-9a-f]{64}[\w.-]*)?$/.test(path)),
    ).toEqual([]);
    expect(await readdir(rights.dataDir)).toEqual(['rights']);
  });

  test('no unfinished file is left in the blob store', async () => {
    expect(await readdir(join(rights.dataDir, 'rights/blobs/incoming'))).toEqual([]);
  });
});
