import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { call, ENGINES, newPicture, putRequests, readAll, RightsHarness } from './harness.js';

describe.each(ENGINES)('assets on $name', (engine) => {
  let rights: RightsHarness;
  beforeAll(async () => {
    rights = await RightsHarness.start(engine);
  });
  afterAll(() => rights.stop());

  const put = (written: Parameters<typeof putRequests>[0]) =>
    rights.client.putAsset(putRequests(written), call());
  const get = async (...assetIds: string[]) => (await rights.client.getAssets({ assetIds }, call())).assets;

  test('an asset comes back as it was taken in, with its rights answer', async () => {
    const { metadata, bytes } = await newPicture();
    const { changed, rights: answer } = await put({ metadata, bytes });

    expect(changed).toBe(true);
    expect(answer).toMatchObject({
      license: 'cc-by-sa-4.0',
      licenseVerbatim: 'CC BY-SA 4.0',
      commercial: true,
      derivatives: true,
      shareAlike: true,
      attributionRequired: true,
      attribution:
        '"A heron" by Ada Martin, licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). Source: https://example.org/heron',
      provenanceUrl: 'https://example.org/heron',
      delivery: 'host',
    });
    const [asset] = await get(String(metadata.assetId));
    expect(asset).toMatchObject({ source: 'testset', metadata, rights: answer });
  });

  test('the original comes back byte for byte in chunks of at most 256 KiB', async () => {
    const { metadata, bytes } = await newPicture();
    await put({ metadata, bytes });
    const { token } = await rights.client.createDownload(
      { assetId: String(metadata.assetId), variant: 'VARIANT_ORIGINAL' },
      call(),
    );
    const read = await readAll(rights.client, String(token));

    expect(read.bytes.equals(bytes)).toBe(true);
    expect(read.header).toMatchObject({ contentType: 'image/png', bytes: bytes.byteLength });
    expect(read.header.fileName).toMatch(/^testset-[0-9a-f-]+\.png$/);
    expect(Math.max(...read.chunks.map((chunk) => chunk.byteLength))).toBeLessThanOrEqual(256 * 1024);
  });

  test('a thumbnail has a longest edge of 400 and the type that the caller accepts', async () => {
    const { metadata, bytes } = await newPicture();
    await put({ metadata, bytes });
    for (const [acceptsWebp, format] of [
      [true, 'webp'],
      [false, 'jpeg'],
    ] as const) {
      const request = {
        assetId: String(metadata.assetId),
        variant: 'VARIANT_THUMBNAIL',
        acceptsWebp,
      } as const;
      const { token } = await rights.client.createDownload(request, call());
      const read = await readAll(rights.client, String(token));
      expect(read.header.contentType).toBe(`image/${format}`);
      expect(await sharp(read.bytes).metadata()).toMatchObject({ format, width: 400, height: 300 });
    }
  });

  test('a restart keeps assets, files and addresses already handed out', async () => {
    const { metadata, bytes } = await newPicture();
    await put({ metadata, bytes });
    const { token } = await rights.client.createDownload(
      { assetId: String(metadata.assetId), variant: 'VARIANT_ORIGINAL' },
      call(),
    );
    await rights.restart();
    expect(await get(String(metadata.assetId))).toHaveLength(1);
    expect((await readAll(rights.client, String(token))).bytes.equals(bytes)).toBe(true);
  });

  test('a token that was made up leads to no file', async () => {
    await expect(readAll(rights.client, 'made.up')).rejects.toMatchObject({ code: 'file_not_found' });
  });
});
