import { coloured, bitmap } from '@imagesearch/testkit/images/camera-files';
import { paletteBitmaps } from '@imagesearch/testkit/images/bitmaps';
import { hostileCameraFiles } from '@imagesearch/testkit/images/hostile/hostile-camera-files';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import ExifReader from 'exifreader';
import { ImageFault } from '../src/accept.js';
import { metadataJpeg } from '../src/metadata/carried.js';
import { embeddingCopy, servedImage } from '../src/served-image.js';
import { tiffPages } from '../src/metadata/tiff.js';
import { metadataIn } from '../src/metadata/described.js';
import { imageWithXmp } from '@imagesearch/testkit/images/plain-images';

const FAST_MS = 5_000;
const signal = new AbortController().signal;

// A service that a suite before this one started blocks the loaders of its process.
sharp.unblock({ operation: ['VipsForeignLoad'] });

/** Odd, and sound. */
const TAKEN = /a sound one|a screen larger than its picture|300 frames|490 KB|a width declared|planes/;
const hostile = (await hostileCameraFiles()).filter(({ name }) => !TAKEN.test(name));

describe('a hostile file of a format that is converted', () => {
  it.each(hostile)('is refused fast: $name', async ({ bytes }) => {
    const startedAt = performance.now();
    await expect(servedImage(bytes, signal)).rejects.toThrow(ImageFault);
    expect(performance.now() - startedAt).toBeLessThan(FAST_MS);
  });
});

/** Of `heif-enc`: 64 pixels square, of red 220, green 30, blue 30, in colours that numbers declare. */
const RED_AVIF =
  'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
  'AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAJAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA' +
  'AGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABAAAAAQAAA' +
  'ABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAACxtZGF0EgAKCRgVf/2CBAQNCDIVFkAGGGGEALSD62Gg0zfF' +
  'MPb7/VRg';

/** Numbers of ISO/IEC 23091-2. */
const [SRGB, BT_2020, DISPLAY_P3] = [1, 9, 12];
const [BT_709_CURVE, SRGB_CURVE, PQ_CURVE] = [1, 13, 16];

describe('a converted image', () => {
  it('is upright and of the same size, and keeps its transparency', async () => {
    const turned = await coloured('#c02020').withMetadata({ orientation: 6 }).tiff().toBuffer();
    const { file, ingested } = await servedImage(turned, signal);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 120, height: 160 });
    expect(ingested).toMatchObject({ format: 'tiff', bytes: turned });

    const clear = await coloured('#c02020').ensureAlpha(0.5).avif({ effort: 0 }).toBuffer();
    expect(await sharp((await servedImage(clear, signal)).file).metadata()).toMatchObject({
      format: 'webp',
      hasAlpha: true,
    });
  });

  it('may have a hundred megapixels', async () => {
    const create = { width: 10_000, height: 10_000, channels: 3, background: '#c02020' } as const;
    const { file } = await servedImage(
      await sharp({ create }).tiff({ compression: 'lzw' }).toBuffer(),
      signal,
    );
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 10_000 });
  });

  it('is the first frame of several', async () => {
    const frames = await Promise.all(['#ff0000', '#00ff00'].map((colour) => frame(colour)));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { file } = await servedImage(gif, signal);
    const { dominant } = await sharp(file).stats();
    expect(dominant.r).toBeGreaterThan(dominant.g);
  });

  const frame = (colour: string): Promise<Buffer> =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
      .png()
      .toBuffer();

  it.each(Object.entries(paletteBitmaps()))('has the colours of a bitmap of %s', async (_kind, bitmapOf) => {
    const { file } = await servedImage(bitmapOf.file, signal);
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: bitmapOf.width, height: bitmapOf.height, channels: 3 });
    expect(data.equals(bitmapOf.rgb)).toBe(true);
  });

  it('is the picture of a TIFF that begins with its thumbnail, and no thumbnail of a raw file', async () => {
    const pages = await Promise.all(['#ff0000', '#00ff00'].map((colour) => frame(colour)));
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const [first, second] = tiffPages(tiff);
    const markReduced = (page: typeof first): void =>
      void tiff.writeUInt32LE(1, page?.find(254)?.valuesAt ?? Infinity);
    markReduced(first);
    const { dominant } = await sharp((await servedImage(tiff, signal)).file).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r);
    markReduced(second);
    await expect(servedImage(tiff, signal)).rejects.toThrow("a camera's raw file");
  });

  it('shows the colours that a file declares by number', async () => {
    const shown = async (primaries: number, transfer: number) => {
      const avif = Buffer.from(RED_AVIF, 'base64');
      const at = avif.indexOf('nclx') + 4;
      avif.writeUInt16BE(primaries, at);
      avif.writeUInt16BE(transfer, at + 2);
      const { file } = await servedImage(avif, signal);
      const { channels } = await sharp(await sharp(file).png().toBuffer()).stats();
      return channels.map(({ mean }) => Math.round(mean));
    };
    expect(await shown(SRGB, SRGB_CURVE)).toEqual([220, 30, 30]);
    // sRGB cannot show less of the other two.
    expect(await shown(DISPLAY_P3, SRGB_CURVE)).toEqual([240, 0, 0]);
    expect(await shown(BT_2020, BT_709_CURVE)).toEqual([255, 0, 32]);
    // High dynamic range has no profile.
    expect(await shown(BT_2020, PQ_CURVE)).toEqual([220, 30, 30]);
  });

  it('is not made of an empty file, which is called so', async () => {
    await expect(servedImage(Buffer.alloc(0), signal)).rejects.toThrow('the file is empty');
  });

  it('has the colours of the file', async () => {
    const { file } = await servedImage(await bitmap('#2040c0'), signal);
    const [red, green, blue] = await sharp(file)
      .extract({ left: 40, top: 60, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red, green, blue]).toEqual([0x20, 0x40, 0xc0]);
  });
});

describe('what a converted image says of itself', () => {
  const mark = '<plus:DataMining>http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED</plus:DataMining>';
  const metadataOf = (file: Buffer): Buffer => metadataJpeg(metadataIn(file)) ?? Buffer.alloc(0);
  const saidBy = async (file: Buffer) => {
    const copy = (await servedImage(file, signal, metadataOf(file))).file;
    return ExifReader.load(copy, { expanded: true }).xmp;
  };

  it('has its marks beside a history that is too long for a JPEG, and turns no upright copy', async () => {
    const fields = `${mark}<dc:source>${'was opened; '.repeat(10_000)}</dc:source><tiff:Orientation xmlns:tiff="http://ns.adobe.com/tiff/1.0/">6</tiff:Orientation>`;
    const said = await saidBy(await imageWithXmp(fields, 'tiff'));
    expect(said?.['DataMining']?.description).toMatch(/DMI-PROHIBITED$/);
    expect(Object.keys({ ...said })).not.toContain('source');
    expect(Object.keys({ ...said })).not.toContain('Orientation');
  });

  it('is read of a GIF', async () => {
    const gif = await coloured('#c02020').gif().toBuffer();
    const xmp = (await sharp(await imageWithXmp(mark)).metadata()).xmp ?? Buffer.alloc(0);
    const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0]);
    const extension = Buffer.concat([Buffer.from('!\xff\x0bXMP DataXMP', 'latin1'), xmp, trailer]);
    // Behind everything but the byte that ends the file.
    const file = Buffer.concat([gif.subarray(0, -1), extension, gif.subarray(-1)]);
    const { file: copy } = await servedImage(file, signal, metadataOf(file));
    expect((await sharp(copy).metadata()).xmp?.toString()).toContain('DMI-PROHIBITED');
  });
});

it('an image of 60 megapixels is embedded through a small copy, in little memory', async () => {
  const file = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: '#824' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const before = process.memoryUsage().rss;
  const { image, ...size } = await embeddingCopy(file, signal);
  expect(size).toEqual({ width: 6_000, height: 10_000, format: 'jpeg' });
  expect(await sharp(image).metadata()).toMatchObject({ width: 960, height: 1_600 });
  // Its pixels would take 180 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(90 * 1024 * 1024);
});
