import { detachedCall } from '@imagesearch/service-kit/call-context';
import { RecentDecodes } from '@imagesearch/image-files/recent-decodes';
import { scanBomb } from '@imagesearch/testkit/images/hostile/hostile-jpegs';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { createImageReader } from '../src/read-image.js';

const readImage = (file: Buffer, decodes?: RecentDecodes, format: 'jpeg' | 'webp' = 'webp') =>
  createImageReader(decodes).read(file, format, detachedCall(60_000));

const [WIDTH, HEIGHT] = [1_000, 747];
/** Decibels; above them the two look the same. One is shrunk in two steps. */
const PSNR_MIN = 36;

/** Waves of light and colour, a little different for each seed. */
function photograph(seed: number, orientation = 1): Promise<Buffer> {
  const data = Buffer.from(
    Array.from({ length: 3 * 40 * 30 }, (_, at) => Math.round(128 + 100 * Math.sin((at + seed) / 7))),
  );
  return sharp(data, { raw: { width: 40, height: 30, channels: 3 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .withMetadata({ orientation })
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function workingCopy(file: Buffer) {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize(640, 640, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const pixelsOf = async (thumbnail: Uint8Array) =>
  sharp(thumbnail).removeAlpha().raw().toBuffer({ resolveWithObject: true });

function psnr(one: Buffer, other: Buffer): number {
  const squares = one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0);
  return 10 * Math.log10((255 * 255 * one.length) / squares);
}

const LYING = 6;

test.each([
  ['jpeg', 'an upright', 1],
  ['webp', 'an upright', 1],
  ['webp', 'a lying', LYING],
] as const)(
  'a %s thumbnail of the decoded copy of %s file looks like one of the file, and is as large',
  async (format, _name, orientation) => {
    const file = await photograph(1, orientation);
    const decodes = new RecentDecodes();
    decodes.keep(file, await workingCopy(file));
    const ofCopy = await pixelsOf((await readImage(file, decodes, format)).thumbnail);
    const ofFile = await pixelsOf((await readImage(file, undefined, format)).thumbnail);
    expect(ofCopy.info).toMatchObject({ width: ofFile.info.width, height: ofFile.info.height });
    expect(psnr(ofCopy.data, ofFile.data)).toBeGreaterThan(PSNR_MIN);
    expect(decodes.take(file)).toBeUndefined();
  },
);

test('the copy of another file is not used', async () => {
  const [file, other] = [await photograph(1), await photograph(20)];
  const decodes = new RecentDecodes();
  decodes.keep(other, await workingCopy(other));
  expect((await readImage(file, decodes)).thumbnail).toEqual((await readImage(file)).thumbnail);
});

test('a file that was cut off is refused, also when the whole file was decoded a moment ago', async () => {
  const file = await photograph(1);
  const decodes = new RecentDecodes();
  decodes.keep(file, await workingCopy(file));
  await expect(readImage(file.subarray(0, file.length / 2), decodes)).rejects.toMatchObject({
    issues: [{ type: 'picture_unreadable' }],
  });
});

test('a JPEG of more than 100 scans is refused before it is decoded', async () => {
  const progressive = await sharp(await photograph(1))
    .jpeg({ progressive: true })
    .toBuffer();
  await expect(readImage(scanBomb(progressive, WIDTH * HEIGHT, 100))).rejects.toMatchObject({
    issues: [{ msg: 'The image has more than 100 scans.' }],
  });
  await expect(readImage(scanBomb(progressive, WIDTH * HEIGHT, 80))).resolves.toMatchObject({ width: WIDTH });
});
