import { deflateSync } from 'node:zlib';
import { noise, type HostileImage, type SoundFiles } from './catalogue.js';
import { textBomb } from './text-bombs.js';
import { blackPng, chunk, deflatedZeros, idat, IEND, ihdr, png } from './png.js';

const MIB = 1024 * 1024;
/** Just within 20 megapixels. */
const LARGEST_EDGE_PX = 4472;

const file = (name: string, bytes: Buffer): HostileImage => ({
  name: `PNG: ${name}`,
  bytes,
});

/** Headers that lie about the pixels, and pixels that are not what their header says. */
export function brokenPngs(sound: SoundFiles): HostileImage[] {
  const pixel = idat(Buffer.alloc(4));
  const sized = (width: number, height: number) => png(ihdr({ width, height }), pixel, IEND);
  const row = Buffer.alloc(1 + 3 * 8);
  const eight = ihdr({ width: 8, height: 8 });
  const rows = idat(Buffer.concat(Array.from({ length: 8 }, () => row)));
  return [
    file('0×0', sized(0, 0)),
    file('0×100', sized(0, 100)),
    file('100×0', sized(100, 0)),
    file('30,000×30,000 in its header alone', sized(30_000, 30_000)),
    file('the largest size a header can name', sized(0x7fffffff, 0x7fffffff)),
    file('a size beyond what a header can name', sized(0xffffffff, 0xffffffff)),
    file('4,000×4,000 in its header, one pixel in its data', sized(4_000, 4_000)),
    file('more data than its header needs', png(eight, idat(Buffer.alloc(MIB)), IEND)),
    file('a header with a wrong checksum', png(chunk('IHDR', eight.subarray(8, 21), 0), rows, IEND)),
    file('data with a wrong checksum', png(eight, chunk('IDAT', deflateSync(row), 0), IEND)),
    file('data that is not deflated', png(eight, chunk('IDAT', Buffer.alloc(200, 0x55)), IEND)),
    file('no data', png(eight, IEND)),
    file('no header', png(rows, IEND)),
    file('no end', png(eight, rows)),
    file('its end first', png(IEND, eight, rows)),
    file('two headers', png(eight, ihdr({ width: 9_000, height: 9_000 }), rows, IEND)),
    file('a palette that is missing', png(ihdr({ width: 8, height: 8, colourType: 3 }), rows, IEND)),
    file('a depth of 3 bits', png(ihdr({ width: 8, height: 8, bitDepth: 3 }), rows, IEND)),
    file('an unknown colour type', png(ihdr({ width: 8, height: 8, colourType: 5 }), rows, IEND)),
    file('an unknown filter in a row', png(eight, idat(Buffer.alloc(8 * row.length, 9)), IEND)),
    file('a chunk without end', png(eight, Buffer.from('ffffffff49444154', 'hex'), rows)),
    file(
      '50,000 empty chunks',
      png(eight, ...Array.from({ length: 50_000 }, () => chunk('teSt')), rows, IEND),
    ),
    file(
      '20,000 texts',
      png(eight, ...Array.from({ length: 20_000 }, () => chunk('tEXt', Buffer.from('a\0b'))), rows, IEND),
    ),
    file('EXIF that is noise', png(eight, chunk('eXIf', Buffer.alloc(64, 0xa5)), rows, IEND)),
    file('a colour profile that is noise', png(eight, iccp(Buffer.alloc(400, 0xa5)), rows, IEND)),
    file(
      'an animation of many frames in its header',
      png(eight, chunk('acTL', Buffer.alloc(8, 0x7f)), rows, IEND),
    ),
    file('a whole picture', sound.png),
  ];
}

const iccp = (profile: Buffer): Buffer =>
  chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(profile)]));

/** Small files that ask for much: memory, time or both. */
export function pngBombs(): HostileImage[] {
  const packed = deflatedZeros(400 * MIB);
  const eight = { width: 8, height: 8 };
  const text = Buffer.concat([Buffer.from('a\0\0'), packed]);
  const profile = Buffer.concat([Buffer.from('icc\0\0'), packed]);
  const edge = { width: LARGEST_EDGE_PX, height: LARGEST_EDGE_PX };
  return [
    file('30 megapixels', blackPng({ width: 6_000, height: 5_000 })),
    file('400 megapixels', blackPng({ width: 20_000, height: 20_000, colourType: 0 })),
    file('20 megapixels of 16-bit RGBA', blackPng({ ...edge, bitDepth: 16, colourType: 6 })),
    file(
      '20 megapixels of 16-bit RGBA, interlaced',
      blackPng({ ...edge, bitDepth: 16, colourType: 6, interlaced: true }),
    ),
    file('1×1,000,001', blackPng({ width: 1, height: 1_000_001, bitDepth: 1, colourType: 0 })),
    file('1,000,001×1', blackPng({ width: 1_000_001, height: 1, bitDepth: 1, colourType: 0 })),
    file('1×65,535', blackPng({ width: 1, height: 65_535 })),
    file('1×100,000', blackPng({ width: 1, height: 100_000 })),
    file('100,000×1', blackPng({ width: 100_000, height: 1 })),
    file('compressed texts that unpack to gigabytes', textBomb('zTXt')),
    file('international texts that unpack to gigabytes', textBomb('iTXt')),
    file('EXIF of 4.9 MB', blackPng(eight, chunk('eXIf', Buffer.alloc(4_900_000, 0x49)))),
    file('a text that unpacks to 400 MiB', blackPng(eight, chunk('zTXt', text))),
    file('a colour profile that unpacks to 400 MiB', blackPng(eight, chunk('iCCP', profile))),
    file('data that unpacks to 400 MiB for 64 pixels', png(ihdr(eight), chunk('IDAT', packed), IEND)),
  ];
}

/** Every sound way in which a PNG can hold its pixels. */
export async function soundPngs(): Promise<HostileImage[]> {
  const sound = async (name: string, image: Buffer | Promise<Buffer>) => file(name, await image);
  return Promise.all([
    sound('1×1', blackPng({ width: 1, height: 1 })),
    sound('one bit', blackPng({ width: 33, height: 33, bitDepth: 1, colourType: 0 })),
    sound('16-bit grey', blackPng({ width: 33, height: 33, bitDepth: 16, colourType: 0 })),
    sound('16-bit RGBA', blackPng({ width: 33, height: 33, bitDepth: 16, colourType: 6 })),
    sound('grey', noise(64, 64, 1).toColourspace('b-w').png().toBuffer()),
    sound('grey with alpha', noise(64, 64, 2).toColourspace('b-w').png().toBuffer()),
    sound('alpha', noise(64, 64, 4).png().toBuffer()),
    sound('a palette with alpha', noise(64, 64, 4).png({ palette: true }).toBuffer()),
    sound('interlaced alpha', noise(64, 64, 4).png({ progressive: true }).toBuffer()),
    sound('a wide-gamut profile', noise(64, 64).withIccProfile('p3').png().toBuffer()),
  ]);
}
