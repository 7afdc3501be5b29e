import { expect, test } from '@jest/globals';
import { AppError } from '@imagesearch/service-kit/errors';
import { flips, otherKinds, soundFiles, truncations } from '@imagesearch/testkit/images/hostile/catalogue';
import { brokenJpegs } from '@imagesearch/testkit/images/hostile/hostile-jpegs';
import { brokenPngs } from '@imagesearch/testkit/images/hostile/hostile-pngs';
import { brokenWebps } from '@imagesearch/testkit/images/hostile/hostile-webps';
import sharp from 'sharp';
import { QUERY_IMAGE_BYTES_MAX } from '@imagesearch/facets/limits';
import { decodeImage } from './support/decode.js';
import { draw, encoder, pixelAt, solid, toPng, type Rgb } from './support/draw.js';

/** Left half red, right half blue. */
const halves = draw(80, 40, (x): Rgb => (x < 40 ? [220, 20, 20] : [20, 20, 220]));
const sound = await soundFiles();

async function fault(bytes: Uint8Array): Promise<string | undefined> {
  const error: unknown = await decodeImage(bytes).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  const { code, issues } = error as AppError;
  expect({ code, loc: issues[0]?.loc }).toEqual({ code: 'invalid_request', loc: ['image'] });
  return issues[0]?.type;
}

/** White; a decompression bomb begins so. */
const plainPng = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();

test.each([
  ['nothing', Buffer.alloc(0), 'image_format'],
  ['a text', Buffer.from('this is no picture'), 'image_format'],
  ['a JPEG signature alone', Buffer.from([0xff, 0xd8, 0xff]), 'image_unreadable'],
  ['a PNG signature alone', sound.png.subarray(0, 8), 'image_unreadable'],
  ['a WebP signature alone', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'), 'image_unreadable'],
  ['a file of 6 MiB', Buffer.concat([sound.png, Buffer.alloc(QUERY_IMAGE_BYTES_MAX)]), 'image_too_large'],
  ['30 megapixels', await plainPng(6000, 5000), 'image_too_many_pixels'],
  ['a line of 100,000 pixels', await plainPng(1, 100_000), 'image_too_many_pixels'],
  ...truncations(sound).map(({ name, bytes }) => [name, bytes, 'image_unreadable'] as const),
  ...brokenJpegs(sound)
    .filter(({ name }) => name.startsWith('JPEG: 101 scans'))
    .map(({ name, bytes }) => [name, bytes, 'image_too_complex'] as const),
])('%s is refused', async (_name, bytes, type) => {
  expect(await fault(bytes)).toBe(type);
});

test('any broken or foreign file is refused by its fault, if it cannot be decoded', async () => {
  const broken = [...flips(sound, 2), ...otherKinds(sound), ...brokenPngs(sound), ...brokenJpegs(sound)];
  for (const { name, bytes } of [...broken, ...(await brokenWebps(sound))]) {
    const size = await decodeImage(bytes).then(
      ({ width, height }) => width * height,
      () => fault(bytes),
    );
    expect({ name, size }).toEqual({ name, size: expect.anything() });
  }
});

test.each([
  [5000, 4000, 640, 512],
  [2000, 3000, 427, 640],
  [1000, 5000, 205, 1024],
  [80, 40, 80, 40],
])('%i × %i pixels are worked on as %i × %i', async (width, height, workingWidth, workingHeight) => {
  const { pixels, ...whole } = await decodeImage(await plainPng(width, height));
  expect(whole).toMatchObject({ width, height });
  expect([pixels.width, pixels.height]).toEqual([workingWidth, workingHeight]);
});

// Where the red half of the upright image lies after a viewer follows the tag (EXIF 2.3, tag 0x0112).
test.each([
  [2, 72, 20],
  [3, 72, 20],
  [4, 8, 20],
  [5, 20, 8],
  [6, 20, 8],
  [7, 20, 72],
  [8, 20, 72],
])('EXIF orientation %i shows the red half at (%i, %i)', async (orientation, x, y) => {
  const bytes = await encoder(halves).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
  const { width, height, pixels } = await decodeImage(bytes);
  expect([width, height]).toEqual(orientation >= 5 ? [40, 80] : [80, 40]);
  const [red = 0, , blue = 255] = pixelAt(pixels, x, y);
  expect([red > 180, blue < 70]).toEqual([true, true]);
});

test('a CMYK JPEG has the colours it prints', async () => {
  const bytes = await encoder(halves).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
  const [red = 0, green = 255, blue = 255] = pixelAt((await decodeImage(bytes)).pixels, 10, 20);
  expect(red).toBeGreaterThan(150);
  expect(Math.max(green, blue)).toBeLessThan(90);
});

/** An animation of two frames. */
const moving = draw(60, 120, (_x, y): Rgb => (y < 60 ? [20, 200, 20] : [200, 20, 200])).data;
const greyWithAlpha = sharp(Buffer.from([100, 255, 100, 0]), { raw: { width: 2, height: 1, channels: 2 } });

test.each([
  ['one pixel', () => toPng(solid(1, 1, [7, 8, 9])), 0, 0, [7, 8, 9]],
  [
    'sixteen bits a channel',
    () => encoder(halves).toColourspace('rgb16').png().toBuffer(),
    10,
    20,
    [220, 20, 20],
  ],
  [
    'transparent grey, on white',
    () => greyWithAlpha.toColourspace('b-w').png().toBuffer(),
    1,
    0,
    [255, 255, 255],
  ],
  [
    'the first frame of an animated WebP',
    () =>
      sharp(moving, { raw: { width: 60, height: 120, channels: 3, pageHeight: 60 } })
        .webp({ lossless: true })
        .toBuffer(),
    30,
    30,
    [20, 200, 20],
  ],
])('%s has exact colours', async (_name, file, x, y, colour) => {
  expect(pixelAt((await decodeImage(await file())).pixels, x, y)).toEqual(colour);
});
