import { noise, type HostileImage, type SoundFiles } from './catalogue.js';
import { declaring, exifLoop, exifOrientation, scanBomb, segment, withFrame, withSegment } from './jpeg.js';

const APP1 = 0xe1;
const APP2 = 0xe2;
const COMMENT = 0xfe;
const MIB = 1024 * 1024;
/** Of the sound files. */
const EDGE_PX = 240;
/** What every part of the product decodes at most. */
const SCANS_MAX = 100;

const file = (name: string, bytes: Buffer): HostileImage => ({
  name: `JPEG: ${name}`,
  bytes,
});

export function brokenJpegs({ jpeg, progressive }: SoundFiles): HostileImage[] {
  const profile = (data: Buffer) => Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), data]);
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  return [
    file('0×0', declaring(jpeg, 0, 0)),
    file('0×100', declaring(jpeg, 0, 100)),
    file('100×0', declaring(jpeg, 100, 0)),
    file('65,535×65,535 in its header', declaring(jpeg, 65_535, 65_535)),
    file('65,500×300 in its header', declaring(jpeg, 65_500, 300)),
    file('4,400×4,400 in its header', declaring(jpeg, 4_400, 4_400)),
    file('255 components', withFrame(jpeg, 9, [255])),
    file('no components', withFrame(jpeg, 9, [0])),
    file('twelve bits', withFrame(jpeg, 4, [12])),
    file('a lossless frame', withFrame(jpeg, 1, [0xc3])),
    file('an arithmetic frame', withFrame(jpeg, 1, [0xc9])),
    file('a hierarchical frame', withFrame(jpeg, 1, [0xc5])),
    file('sampling of 15×15', withFrame(jpeg, 11, [0xff])),
    file('sampling of 0×0', withFrame(jpeg, 11, [0])),
    file('no scan', Buffer.concat([jpeg.subarray(0, scan), Buffer.from([0xff, 0xd9])])),
    file('no end', jpeg.subarray(0, -2)),
    file('its start and its end alone', Buffer.from([0xff, 0xd8, 0xff, 0xd9])),
    file('a segment shorter than its own length', withSegment(jpeg, COMMENT, Buffer.alloc(0)).fill(0, 4, 6)),
    file('EXIF that is noise', withSegment(jpeg, APP1, Buffer.from('Exif\0\0\xa5\xa5\xa5\xa5', 'latin1'))),
    file('EXIF that is cut', withSegment(jpeg, APP1, exifOrientation(6).subarray(0, 16))),
    file('EXIF that loops', withSegment(jpeg, APP1, exifLoop())),
    file('a colour profile that is noise', withSegment(jpeg, APP2, profile(Buffer.alloc(500, 0xa5)))),
    file('a colour profile that is empty', withSegment(jpeg, APP2, profile(Buffer.alloc(0)))),
    file(
      '60,000 comments',
      Buffer.concat([
        jpeg.subarray(0, 2),
        ...Array.from({ length: 60_000 }, () => segment(COMMENT, Buffer.from('x'))),
        jpeg.subarray(2),
      ]),
    ),
    file(
      '4 MiB of fill bytes',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(4 * MIB, 0xff), jpeg.subarray(2)]),
    ),
    file('100 scans', scanBomb(progressive, EDGE_PX * EDGE_PX, SCANS_MAX - scansOf(progressive))),
    file('101 scans', scanBomb(progressive, EDGE_PX * EDGE_PX, SCANS_MAX + 1 - scansOf(progressive))),
    file(
      '101 scans with comments between them',
      withComments(scanBomb(progressive, EDGE_PX * EDGE_PX, SCANS_MAX + 1 - scansOf(progressive))),
    ),
    file('an orientation of 0', withSegment(jpeg, APP1, exifOrientation(0))),
    file('an orientation of 9', withSegment(jpeg, APP1, exifOrientation(9))),
    file('an orientation of 65,535', withSegment(jpeg, APP1, exifOrientation(65_535))),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
      file(`orientation ${orientation}`, withSegment(jpeg, APP1, exifOrientation(orientation))),
    ),
  ];
}

export async function jpegBombs(): Promise<HostileImage[]> {
  const flat = (width: number, height: number) => noise(8, 8).resize(width, height, { kernel: 'nearest' });
  const progressive = await flat(4_400, 4_400).jpeg({ progressive: true, quality: 1 }).toBuffer();
  return [
    file('a whole picture of 19 megapixels', await flat(4_400, 4_400).jpeg({ quality: 20 }).toBuffer()),
    file('a progressive picture of 19 megapixels', progressive),
    file('30 megapixels', await flat(6_000, 5_000).jpeg({ quality: 1 }).toBuffer()),
    file('1×65,000', await flat(1, 65_000).jpeg().toBuffer()),
    file('65,000×1', await flat(65_000, 1).jpeg().toBuffer()),
    file('5,500 scans of 19 megapixels', scanBomb(progressive, 4_400 * 4_400, 5_500)),
    file('5 MiB of scans of 19 megapixels', scanBomb(progressive, 4_400 * 4_400, 120_000)),
    file(
      'as many scans of 19 megapixels as are allowed',
      scanBomb(progressive, 4_400 * 4_400, SCANS_MAX - scansOf(progressive)),
    ),
  ];
}

export async function soundJpegs(): Promise<HostileImage[]> {
  const sound = async (name: string, image: Promise<Buffer>) => file(name, await image);
  return Promise.all([
    sound('1×1', noise(1, 1).jpeg().toBuffer()),
    sound('grey', noise(64, 64, 1).toColourspace('b-w').jpeg().toBuffer()),
    sound('CMYK', noise(64, 64).toColourspace('cmyk').jpeg().toBuffer()),
    sound('progressive', noise(64, 64).jpeg({ progressive: true }).toBuffer()),
    sound('optimised by trellis', noise(64, 64).jpeg({ mozjpeg: true }).toBuffer()),
    sound('a CMYK profile', noise(64, 64).withIccProfile('cmyk').jpeg().toBuffer()),
    sound('a wide-gamut profile', noise(64, 64).withIccProfile('p3').jpeg().toBuffer()),
  ]);
}

const SCAN = Buffer.from([0xff, 0xda]);

/** Of a file without thumbnails. */
const scansOf = (jpeg: Buffer): number => jpeg.toString('latin1').split(SCAN.toString('latin1')).length - 1;

/** A comment before every scan: where a part of a file begins must not hide the next. */
function withComments(jpeg: Buffer): Buffer {
  const [head = '', ...scans] = jpeg.toString('latin1').split(SCAN.toString('latin1'));
  const comment = segment(COMMENT, Buffer.from('x')).toString('latin1');
  const commented = scans.map((scan) => `${comment}${SCAN.toString('latin1')}${scan}`);
  return Buffer.from([head, ...commented].join(''), 'latin1');
}
