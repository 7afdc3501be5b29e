import { beforeAll, describe, expect, test } from '@jest/globals';
import { decodableImage } from '../src/accept.js';
import { imageFormatOf } from '../src/format.js';
import { jpegSegment, pngChunk, SCANS_MAX, walk, webpChunk } from '../src/parts.js';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { flips, noise, soundFiles, truncations } from '@imagesearch/testkit/images/hostile/catalogue';
import { brokenJpegs, exifOrientation, soundJpegs } from '@imagesearch/testkit/images/hostile/hostile-jpegs';
import { brokenPngs, soundPngs } from '@imagesearch/testkit/images/hostile/hostile-pngs';
import {
  brokenWebps,
  chunksOf,
  soundWebps,
  vp8x,
  webp,
} from '@imagesearch/testkit/images/hostile/hostile-webps';

/** As in a process that decodes. */
beforeAll(() => {
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
});

const sound = await soundFiles();
const formatOf = (bytes: Buffer) => imageFormatOf(bytes) ?? 'png';
const walked = (bytes: Buffer) => decodableImage(walk(bytes, formatOf(bytes)));

/** Size and pixels as a viewer shows them; undefined where the file cannot be decoded. */
async function shown(bytes: Buffer) {
  const options = { failOn: 'error', pages: 1, limitInputPixels: 20_000_000 } as const;
  try {
    const { autoOrient } = await sharp(bytes, options).metadata();
    const pixels = await sharp(bytes, options).autoOrient().toColourspace('srgb').raw().toBuffer();
    return { size: { width: autoOrient.width, height: autoOrient.height }, pixels };
  } catch {
    return undefined;
  }
}

const files = [
  ...(await soundPngs()),
  ...(await soundJpegs()),
  ...(await soundWebps()),
  ...truncations(sound),
  ...flips(sound, 8),
  ...brokenPngs(sound),
  ...brokenJpegs(sound),
  ...(await brokenWebps(sound)),
];

describe('leaving out what pixels do not need', () => {
  test.each(files)('keeps the size and every pixel: $name', async ({ bytes }) => {
    const before = await shown(bytes);
    const { bytes: left, size, scans } = walked(bytes);
    if (before === undefined) return;
    const after = await shown(left);
    expect(size).toEqual(scans > SCANS_MAX ? undefined : before.size);
    expect(after?.pixels.equals(before.pixels)).toBe(true);
  });

  test('answers the very bytes where there is nothing to leave out', () => {
    for (const bytes of [walked(sound.png).bytes, sound.jpeg, sound.lossy, sound.lossless])
      expect(walked(bytes).bytes).toBe(bytes);
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'keeps a colour profile and every orientation: %s',
    async (format) => {
      for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
        const bytes = await noise(64, 32)
          .toFormat(format)
          .withIccProfile('p3')
          .withMetadata({ orientation })
          .withExifMerge({ IFD0: { Artist: 'A'.repeat(2_000) } })
          .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>')
          .toBuffer();
        const left = walked(bytes);
        expect(left.bytes.length).toBeLessThan(bytes.length - 2_000);
        expect(await shown(left.bytes)).toEqual(await shown(bytes));
        expect(left.size).toEqual(orientation >= 5 ? { width: 32, height: 64 } : { width: 64, height: 32 });
        const { xmp, icc } = await sharp(left.bytes).metadata();
        expect([xmp, (icc?.length ?? 0) > 100]).toEqual([undefined, true]);
      }
    },
  );
});

describe('what a decoder never sees', () => {
  const plainPng = walked(sound.png).bytes;
  const PNG_HEAD_END = 8 + 25;
  const inPng = (...chunks: Buffer[]) =>
    Buffer.concat([sound.png.subarray(0, PNG_HEAD_END), ...chunks, sound.png.subarray(PNG_HEAD_END)]);
  const inJpeg = (...segments: Buffer[]) =>
    Buffer.concat([sound.jpeg.subarray(0, 2), ...segments, sound.jpeg.subarray(2)]);
  const inWebp = (flags: number, ...chunks: Buffer[]) =>
    webp(vp8x(240, 240, flags), chunksOf(sound.lossy), ...chunks);
  const text = Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(5_000))]);
  const large = Buffer.alloc(60_000, 0x41);

  test.each([
    ['compressed text', inPng(pngChunk('zTXt', text), pngChunk('iTXt', large), pngChunk('tEXt', large))],
    [
      'text after the pixels',
      Buffer.concat([sound.png.subarray(0, -12), pngChunk('zTXt', text), sound.png.subarray(-12)]),
    ],
    [
      'EXIF and unknown chunks',
      inPng(pngChunk('eXIf', large), pngChunk('sPLT', large), pngChunk('teSt', large)),
    ],
    ['what follows its end', Buffer.concat([sound.png, large])],
  ])('of a PNG: %s', async (_name, bytes) => {
    const { bytes: left } = walked(bytes);
    expect(left.equals(plainPng)).toBe(true);
    expect(await shown(left)).toEqual(await shown(bytes));
  });

  test('of a PNG: a second colour profile', () => {
    const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(400))]));
    expect(walked(inPng(profile, profile, profile)).bytes).toEqual(walked(inPng(profile)).bytes);
  });

  test.each([
    ['comments', inJpeg(jpegSegment(0xfe, large))],
    [
      'XMP, Photoshop resources and other applications',
      inJpeg(jpegSegment(0xe1, large), jpegSegment(0xed, large), jpegSegment(0xe5, large)),
    ],
    ['previews', inJpeg(jpegSegment(0xe2, Buffer.concat([Buffer.from('MPF\0'), large])))],
    ['EXIF beyond the orientation', inJpeg(jpegSegment(0xe1, Buffer.concat([exifOrientation(1), large])))],
  ])('of a JPEG: %s', async (_name, bytes) => {
    const { bytes: left } = walked(bytes);
    expect(left.length).toBeLessThanOrEqual(sound.jpeg.length);
    expect(await shown(left)).toEqual(await shown(bytes));
  });

  test('of a WebP: XMP, unknown chunks and EXIF beyond the orientation', async () => {
    const turned = Buffer.concat([exifOrientation(6), large]);
    const bytes = inWebp(0x0c, webpChunk('EXIF', turned), webpChunk('XMP ', large), webpChunk('evil', large));
    const { bytes: left, size } = walked(bytes);
    expect(left.length).toBeLessThan(sound.lossy.length + 100);
    expect(await shown(left)).toEqual(await shown(bytes));
    expect(size).toEqual({ width: 240, height: 240 });
    expect((await sharp(left).metadata()).orientation).toBe(6);
  });

  test('of any file in more parts than an encoder writes: all of it', () => {
    const chunks = Array<Buffer>(150_000).fill(pngChunk('teSt', Buffer.alloc(0)));
    expect(walked(inPng(Buffer.concat(chunks))).size).toBeUndefined();
  });
});
