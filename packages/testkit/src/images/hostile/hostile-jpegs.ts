import { jpegSegment } from '@imagesearch/image-files/parts';
import { noise, type HostileImage, type SoundFiles } from './catalogue.js';

const APP1 = 0xe1;
const APP2 = 0xe2;
const COMMENT = 0xfe;
/** Of the sound files. */
const EDGE_PX = 240;
/** What every part of the product decodes at most. */
const SCANS_MAX = 100;

const file = (name: string, bytes: Buffer): HostileImage => ({ name: `JPEG: ${name}`, bytes });

export function brokenJpegs({ jpeg, progressive }: SoundFiles): HostileImage[] {
  const after = (...parts: readonly Buffer[]): Buffer =>
    Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);
  const exif = (data: Buffer): Buffer => after(jpegSegment(APP1, data));
  const loop = exifOrientation(1);
  loop.writeUInt32LE(8, loop.length - 4);
  const profile = (data: Buffer) =>
    after(jpegSegment(APP2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), data])));
  const comment = jpegSegment(COMMENT, Buffer.from('x'));
  const scans = (count: number) => scanBomb(progressive, EDGE_PX * EDGE_PX, count - scansOf(progressive));
  return [
    file('0×0', withSize(jpeg, 0, 0)),
    file('65,535×65,535 in its header', withSize(jpeg, 65_535, 65_535)),
    file('4,400×4,400 in its header', withSize(jpeg, 4_400, 4_400)),
    file('255 components', withFrame(jpeg, 9, [255])),
    file('no components', withFrame(jpeg, 9, [0])),
    file('an arithmetic frame', withFrame(jpeg, 1, [0xc9])),
    file('sampling of 15×15', withFrame(jpeg, 11, [0xff])),
    file('sampling of 0×0', withFrame(jpeg, 11, [0])),
    file('no scan', Buffer.concat([jpeg.subarray(0, jpeg.indexOf(SCAN)), EOI])),
    file('no end', jpeg.subarray(0, -2)),
    file('its start and its end alone', Buffer.concat([jpeg.subarray(0, 2), EOI])),
    file('a segment shorter than its own length', after(Buffer.from([0xff, COMMENT, 0, 0]))),
    file('EXIF that is noise', exif(Buffer.from('Exif\0\0\xa5\xa5\xa5\xa5', 'latin1'))),
    file('EXIF that is cut', exif(exifOrientation(6).subarray(0, 16))),
    file('EXIF that loops', exif(loop)),
    file('a colour profile that is noise', profile(Buffer.alloc(500, 0xa5))),
    file('a colour profile that is empty', profile(Buffer.alloc(0))),
    file('60,000 comments', after(...Array<Buffer>(60_000).fill(comment))),
    file('4 MiB of fill bytes', after(Buffer.alloc(4 * 1024 * 1024, 0xff))),
    file('100 scans', scans(SCANS_MAX)),
    file('101 scans', scans(SCANS_MAX + 1)),
    // Where a part of a file begins must not hide the next.
    file('101 scans with comments between them', beforeEachScan(scans(SCANS_MAX + 1), comment)),
    ...[0, 6, 9, 65_535].map((value) => file(`an orientation of ${value}`, exif(exifOrientation(value)))),
  ];
}

export async function jpegBombs(): Promise<HostileImage[]> {
  const flat = (width: number, height: number) => noise(8, 8).resize(width, height, { kernel: 'nearest' });
  const progressive = await flat(4_400, 4_400).jpeg({ progressive: true, quality: 1 }).toBuffer();
  const scans = (count: number) => scanBomb(progressive, 4_400 * 4_400, count - scansOf(progressive));
  return [
    file('a whole picture of 19 megapixels', await flat(4_400, 4_400).jpeg({ quality: 20 }).toBuffer()),
    file('a progressive picture of 19 megapixels', progressive),
    file('30 megapixels', await flat(6_000, 5_000).jpeg({ quality: 1 }).toBuffer()),
    file('65,000×1', await flat(65_000, 1).jpeg().toBuffer()),
    file('5,500 scans of 19 megapixels', scans(5_500)),
    file('5 MiB of scans of 19 megapixels', scans(120_000)),
    file('as many scans of 19 megapixels as are allowed', scans(SCANS_MAX)),
  ];
}

export async function soundJpegs(): Promise<HostileImage[]> {
  return [
    file('1×1', await noise(1, 1).jpeg().toBuffer()),
    file('grey', await noise(64, 64, 1).toColourspace('b-w').jpeg().toBuffer()),
    file('optimised by trellis', await noise(64, 64).jpeg({ mozjpeg: true }).toBuffer()),
    file('a CMYK profile', await noise(64, 64).withIccProfile('cmyk').jpeg().toBuffer()),
    file('a wide-gamut profile', await noise(64, 64).withIccProfile('p3').jpeg().toBuffer()),
  ];
}

/** A copy in which the frame header (SOF) was written over, at an offset from its marker. */
function withFrame(jpeg: Buffer, offset: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(jpeg);
  for (let at = 2; ; at += 2 + copy.readUInt16BE(at + 2)) {
    if (copy[at + 1] !== 0xc0) continue;
    copy.set(bytes, at + offset);
    return copy;
  }
}

/** A copy that declares another size. */
const withSize = (jpeg: Buffer, width: number, height: number): Buffer =>
  withFrame(jpeg, 5, [height >> 8, height & 0xff, width >> 8, width & 0xff]);

const SCAN = Buffer.from([0xff, 0xda]);
const EOI = Buffer.from([0xff, 0xd9]);

/** Of a file without thumbnails. */
const scansOf = (jpeg: Buffer): number => jpeg.toString('latin1').split(SCAN.toString('latin1')).length - 1;

const beforeEachScan = (jpeg: Buffer, part: Buffer): Buffer =>
  Buffer.from(
    jpeg
      .toString('latin1')
      .replaceAll(SCAN.toString('latin1'), Buffer.concat([part, SCAN]).toString('latin1')),
    'latin1',
  );

/** Blocks that one symbol of a progressive scan can leave empty. */
const EMPTY_BLOCKS_MAX = 32_767;
/** A Huffman table whose one code, a single zero bit, means that so many blocks are empty. */
const EMPTY_TABLE = jpegSegment(0xc4, Buffer.from([0x10, 1, ...Array<number>(15).fill(0), 0xe0]));
/** All coefficients of the first component but the first, for the first time. */
const FIRST_AC_SCAN = jpegSegment(0xda, Buffer.from([1, 1, 0, 1, 63, 0]));

/**
 * A progressive JPEG with so many scans more. Each costs 38 bytes of file at 20 megapixels, and a pass over the image.
 * A decoder accepts it, unlike a scan that refines what was refined already.
 */
export function scanBomb(progressive: Buffer, pixels: number, scans: number): Buffer {
  const symbols = Math.ceil(pixels / 64 / EMPTY_BLOCKS_MAX);
  const bits = `0${'1'.repeat(14)}`.repeat(symbols);
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => parseInt(byte.padEnd(8, '1'), 2)) ?? [];
  const pixelData = Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
  const scan = Buffer.concat([FIRST_AC_SCAN, pixelData]);
  return Buffer.concat([progressive.subarray(0, -2), EMPTY_TABLE, ...Array<Buffer>(scans).fill(scan), EOI]);
}

/** An EXIF block with one entry, the orientation. */
export function exifOrientation(value: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  tiff.writeUInt16LE(value, 18);
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}
