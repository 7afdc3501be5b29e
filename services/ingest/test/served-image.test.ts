import { coloured, bitmap } from '@imagesearch/testkit/images/camera-files';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import ExifReader from 'exifreader';
import { AssetFault } from '../src/asset-failure.js';
import { metadataJpeg } from '../src/images/carried-metadata.js';
import { embeddingCopy, servedImage } from '../src/images/served-image.js';
import { metadataBlocksIn } from '../src/sources/embedded/metadata-blocks.js';
import { imageWithXmp } from './support/images.js';

const FAST_MS = 5_000;
const signal = new AbortController().signal;

// A service that a suite before this one started blocks the loaders of its process.
beforeAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }));

describe('a hostile file of a format that is converted', () => {
  const box = (kind: string, data: Buffer | string): Buffer => {
    const body = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + body.length, 0);
    head.write(kind, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const tiff = (entries: [tag: number, value: number][], next = 0): Buffer => {
    const block = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
    block.write('II*\0', 0, 'latin1');
    block.writeUInt32LE(8, 4);
    block.writeUInt16LE(entries.length, 8);
    for (const [at, [tag, value]] of entries.entries()) {
      const offset = 10 + at * 12;
      block.writeUInt16LE(tag, offset);
      block.writeUInt16LE(4, offset + 2);
      block.writeUInt32LE(1, offset + 4);
      block.writeUInt32LE(value, offset + 8);
    }
    block.writeUInt32LE(next, block.length - 4);
    return block;
  };
  const wideGif = Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0]),
  ]);
  const bmp = async (width: number, height: number): Promise<Buffer> => {
    const bytes = await bitmap('#102030');
    bytes.writeInt32LE(width, 18);
    bytes.writeInt32LE(height, 22);
    return bytes;
  };
  const cut = async (bytes: Promise<Buffer>): Promise<Buffer> => {
    const whole = await bytes;
    return whole.subarray(0, Math.floor(whole.length * 0.6));
  };

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a HEIC without an image', () => box('ftyp', 'heic\0\0\0\0mif1heic')],
    [
      'a HEIC of random bytes',
      () => Buffer.concat([box('ftyp', 'heic\0\0\0\0mif1heic'), box('meta', 'x'.repeat(500))]),
    ],
    ['an AVIF that was cut off', () => cut(coloured('#c02020').avif({ effort: 0 }).toBuffer())],
    ['a JPEG XL of two bytes', () => Buffer.from([0xff, 0x0a])],
    ['a JPEG XL that declares a billion pixels', () => Buffer.from('ff0afa7f0190ffffffffffffffff', 'hex')],
    [
      'a JPEG XL of random bytes',
      () => Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(5_000, 0x5a)]),
    ],
    ['a GIF of four billion pixels', () => Buffer.concat([wideGif, Buffer.alloc(500)])],
    ['a GIF that was cut off', () => cut(coloured('#c02020').gif().toBuffer())],
    ['a BMP of four billion pixels', () => bmp(65_535, 65_535)],
    ['a BMP of negative size', () => bmp(-5, 10)],
    ['a BMP with more rows than bytes', () => bmp(160, 90_000)],
    ['a TIFF without tags', () => tiff([])],
    [
      'a TIFF of four billion pixels',
      () =>
        tiff([
          [256, 65_535],
          [257, 65_535],
        ]),
    ],
    [
      'a TIFF in one strip of a gigabyte',
      () =>
        tiff([
          [256, 14_000],
          [257, 14_000],
          [258, 64],
          [277, 4],
          [278, 14_000],
        ]),
    ],
    [
      'a TIFF whose directories form a ring',
      () =>
        tiff(
          [
            [256, 100],
            [257, 100],
            [273, 8],
            [279, 10_000],
          ],
          8,
        ),
    ],
    [
      'a TIFF with an unknown compression',
      () =>
        tiff([
          [256, 10],
          [257, 10],
          [259, 50_001],
        ]),
    ],
    ['a TIFF that was cut off', () => cut(coloured('#c02020').tiff({ compression: 'lzw' }).toBuffer())],
  ])('%s is refused fast', async (_, bytesOf) => {
    const bytes = await bytesOf();
    const startedAt = performance.now();
    await expect(servedImage(bytes, signal)).rejects.toThrow(AssetFault);
    expect(performance.now() - startedAt).toBeLessThan(FAST_MS);
  });
});

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
  const metadataOf = async (file: Buffer): Promise<Buffer> =>
    metadataJpeg(await metadataBlocksIn(file)) ?? Buffer.alloc(0);
  const saidBy = async (file: Buffer) => {
    const copy = (await servedImage(file, signal, await metadataOf(file))).file;
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
    const { file: copy } = await servedImage(file, signal, await metadataOf(file));
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
