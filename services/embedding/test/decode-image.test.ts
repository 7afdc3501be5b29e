import { describe, expect, test } from '@jest/globals';
import { AppError } from '@imagesearch/service-kit/errors';
import { flips, soundFiles, truncations } from '@imagesearch/testkit/images/hostile/catalogue';
import { brokenJpegs } from '@imagesearch/testkit/images/hostile/hostile-jpegs';
import { brokenPngs } from '@imagesearch/testkit/images/hostile/hostile-pngs';
import { brokenWebps } from '@imagesearch/testkit/images/hostile/hostile-webps';
import sharp from 'sharp';
import { IMAGE_BYTES_MAX } from '../src/adapters/images/decode-image.js';
import { decodeImage } from './support/decode.js';
import { draw, encoder, noiseAt, pixelAt, solid, toPng, type Rgb } from './support/draw.js';

/** Left half red, right half blue. */
const halves = draw(80, 40, (x): Rgb => (x < 40 ? [220, 20, 20] : [20, 20, 220]));
const noisy = draw(400, 300, (x, y) => [noiseAt(x, y), noiseAt(y, x), noiseAt(x + y, y)]);

async function fault(bytes: Uint8Array): Promise<string | undefined> {
  const error: unknown = await decodeImage(bytes).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  const { code, issues } = error as AppError;
  expect(code).toBe('invalid_request');
  expect(issues[0]?.loc).toEqual(['image']);
  return issues[0]?.type;
}

/** A valid PNG header that declares a size, without the pixels: what a decompression bomb begins with. */
async function pngDeclaring(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

describe('what is refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'image_format'],
    ['a text', Buffer.from('this is no picture'), 'image_format'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'image_format'],
    [
      'a GIF',
      Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      'image_format',
    ],
    ['a JPEG signature alone', Buffer.from([0xff, 0xd8, 0xff]), 'image_unreadable'],
    [
      'a PNG signature alone',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      'image_unreadable',
    ],
    ['a WebP signature alone', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'), 'image_unreadable'],
    ['zeros', Buffer.alloc(1000), 'image_format'],
  ])('%s', async (_name, bytes, type) => {
    expect(await fault(bytes)).toBe(type);
  });

  test.each(['jpeg', 'png', 'webp'] as const)('a %s file cut in half', async (format) => {
    const whole = await encoder(noisy).toFormat(format).toBuffer();
    expect(await fault(whole.subarray(0, Math.floor(whole.length / 2)))).toBe('image_unreadable');
  });

  test('a PNG whose pixels were overwritten', async () => {
    const bytes = await toPng(noisy);
    bytes.fill(0x55, 2000, 3000);
    expect(await fault(bytes)).toBe('image_unreadable');
  });

  test('a file of 6 MiB', async () => {
    expect(await fault(Buffer.concat([await toPng(halves), Buffer.alloc(IMAGE_BYTES_MAX)]))).toBe(
      'image_too_large',
    );
  });

  test('a JPEG of more than 100 scans, also with comments between them', async () => {
    const { progressive } = await soundFiles();
    const scans = brokenJpegs(await soundFiles()).filter(({ name }) => name.startsWith('JPEG: 101 scans'));
    expect(scans).toHaveLength(2);
    for (const { bytes } of scans) expect(await fault(bytes)).toBe('image_too_complex');
    expect((await decodeImage(progressive)).format).toBe('jpeg');
  });

  test('30 megapixels, however few bytes they take', async () => {
    const bytes = await pngDeclaring(6000, 5000);
    expect(bytes.length).toBeLessThan(200_000);
    expect(await fault(bytes)).toBe('image_too_many_pixels');
  });

  test('a line of 100,000 pixels, however few they are', async () => {
    expect(await fault(await pngDeclaring(1, 100_000))).toBe('image_too_many_pixels');
    expect(await fault(await pngDeclaring(100_000, 1))).toBe('image_too_many_pixels');
  });

  test('any file that is broken, if it cannot be decoded', async () => {
    const sound = await soundFiles();
    const broken = [...truncations(sound), ...flips(sound, 2), ...brokenPngs(sound), ...brokenJpegs(sound)];
    for (const { name, bytes } of [...broken, ...(await brokenWebps(sound))]) {
      const size = await decodeImage(bytes).then(
        ({ width, height }) => width * height,
        () => fault(bytes),
      );
      expect({ name, size }).toEqual({ name, size: expect.anything() });
    }
  });

  test('another image format inside a file that begins as a JPEG', async () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    expect(await fault(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), gif]))).toBe('image_unreadable');
  });
});

describe('what is accepted', () => {
  test('exactly 20 megapixels', async () => {
    const { width, height, pixels } = await decodeImage(await pngDeclaring(5000, 4000));
    expect([width, height, pixels.width, pixels.height]).toEqual([5000, 4000, 640, 512]);
  });

  test.each([
    [3000, 2000, 640, 427],
    [2000, 3000, 427, 640],
    [3000, 1500, 640, 320],
    [1000, 5000, 205, 1024],
  ])('%i × %i pixels are worked on as %i × %i', async (width, height, workingWidth, workingHeight) => {
    const { pixels } = await decodeImage(await pngDeclaring(width, height));
    expect([pixels.width, pixels.height]).toEqual([workingWidth, workingHeight]);
  });

  test('a small image is not enlarged', async () => {
    const { pixels } = await decodeImage(await toPng(halves));
    expect([pixels.width, pixels.height, pixels.data.length]).toEqual([80, 40, 80 * 40 * 3]);
  });

  test('one pixel', async () => {
    const { pixels } = await decodeImage(await toPng(solid(1, 1, [7, 8, 9])));
    expect([...pixels.data]).toEqual([7, 8, 9]);
  });

  // Where the red half of the upright image lies after a viewer follows the tag (EXIF 2.3, tag 0x0112).
  test.each([
    [1, 'left'],
    [2, 'right'],
    [3, 'right'],
    [4, 'left'],
    [5, 'top'],
    [6, 'top'],
    [7, 'bottom'],
    [8, 'bottom'],
  ] as const)('EXIF orientation %i shows the red half on the %s', async (orientation, side) => {
    const bytes = await encoder(halves).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
    const { width, height, pixels } = await decodeImage(bytes);
    const turned = side === 'top' || side === 'bottom';
    expect([width, height]).toEqual(turned ? [40, 80] : [80, 40]);
    const [x, y] = { left: [8, 20], right: [72, 20], top: [20, 8], bottom: [20, 72] }[side] as [
      number,
      number,
    ];
    const [red = 0, , blue = 255] = pixelAt(pixels, x, y);
    expect(red).toBeGreaterThan(180);
    expect(blue).toBeLessThan(70);
  });

  test('a CMYK JPEG as the colours it prints', async () => {
    const bytes = await encoder(halves).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    const { pixels } = await decodeImage(bytes);
    const [red = 0, green = 255, blue = 255] = pixelAt(pixels, 10, 20);
    expect(red).toBeGreaterThan(150);
    expect(Math.max(green, blue)).toBeLessThan(90);
  });

  test('sixteen bits a channel', async () => {
    const bytes = await encoder(halves).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(bytes).metadata()).depth).toBe('ushort');
    const { pixels } = await decodeImage(bytes);
    expect(pixelAt(pixels, 10, 20)).toEqual([220, 20, 20]);
  });

  test('grey with alpha, its transparent part on white', async () => {
    const grey = sharp(Buffer.from([100, 255, 100, 0]), { raw: { width: 2, height: 1, channels: 2 } });
    const { pixels } = await decodeImage(await grey.toColourspace('b-w').png().toBuffer());
    expect([...pixels.data]).toEqual([100, 100, 100, 255, 255, 255]);
  });

  test('the first frame of an animated WebP', async () => {
    const frames = draw(60, 120, (_x, y): Rgb => (y < 60 ? [20, 200, 20] : [200, 20, 200]));
    const bytes = await sharp(frames.data, { raw: { width: 60, height: 120, channels: 3, pageHeight: 60 } })
      .webp({ lossless: true, loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    const { width, height, pixels } = await decodeImage(bytes);
    expect([width, height]).toEqual([60, 60]);
    expect(pixelAt(pixels, 30, 30)).toEqual([20, 200, 20]);
  });
});
