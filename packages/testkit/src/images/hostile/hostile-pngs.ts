import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { pngChunk } from '@imagesearch/image-files/parts';
import { noise, type HostileImage, type SoundFiles } from './catalogue.js';

const MIB = 1024 * 1024;
/** Just within 20 megapixels, and a multiple of eight. */
const LARGEST_EDGE_PX = 4472;

const file = (name: string, bytes: Buffer): HostileImage => ({ name: `PNG: ${name}`, bytes });

/** Headers that lie about the pixels, and pixels that are not what their header says. */
export function brokenPngs(sound: SoundFiles): HostileImage[] {
  const sized = (width: number, height: number) => png(ihdr({ width, height }), idat(Buffer.alloc(4)), IEND);
  const badSum = (chunk: Buffer): Buffer => Buffer.from(chunk).fill(0, chunk.length - 4);
  const eight = ihdr({ width: 8, height: 8 });
  const rows = idat(Buffer.alloc(8 * ROW_BYTES));
  const many = (count: number, chunk: Buffer) => png(eight, ...Array<Buffer>(count).fill(chunk), rows, IEND);
  return [
    file('0×0', sized(0, 0)),
    file('30,000×30,000 in its header alone', sized(30_000, 30_000)),
    file('a size beyond what a header can name', sized(0xffffffff, 0xffffffff)),
    file('4,000×4,000 in its header, one pixel in its data', sized(4_000, 4_000)),
    file('more data than its header needs', png(eight, idat(Buffer.alloc(MIB)), IEND)),
    file('a header with a wrong checksum', png(badSum(eight), rows, IEND)),
    file('data with a wrong checksum', png(eight, badSum(rows), IEND)),
    file('data that is not deflated', png(eight, pngChunk('IDAT', Buffer.alloc(200, 0x55)), IEND)),
    file('no data', png(eight, IEND)),
    file('no header', png(rows, IEND)),
    file('no end', png(eight, rows)),
    file('its end first', png(IEND, eight, rows)),
    file('two headers', png(eight, ihdr({ width: 9_000, height: 9_000 }), rows, IEND)),
    file('a chunk without end', png(eight, Buffer.from('ffffffff49444154', 'hex'), rows)),
    file('50,000 empty chunks', many(50_000, pngChunk('teSt', NOTHING))),
    file('20,000 texts', many(20_000, pngChunk('tEXt', Buffer.from('a\0b')))),
    file('EXIF that is noise', many(1, pngChunk('eXIf', Buffer.alloc(64, 0xa5)))),
    file('a colour profile that is noise', many(1, iccp(deflateSync(Buffer.alloc(400, 0xa5))))),
    file('an animation of many frames in its header', many(1, pngChunk('acTL', Buffer.alloc(8, 0x7f)))),
    file('a whole picture', sound.png),
  ];
}

/** Small files that ask for much: memory, time or both. */
export function pngBombs(): HostileImage[] {
  const packed = deflatedZeros(400 * MIB);
  const eight = { width: 8, height: 8 };
  const deep = { width: LARGEST_EDGE_PX, height: LARGEST_EDGE_PX, bitDepth: 16, colourType: 6 } as const;
  return [
    file('30 megapixels', blackPng({ width: 6_000, height: 5_000 })),
    file('400 megapixels', blackPng({ width: 20_000, height: 20_000, colourType: 0 })),
    file('20 megapixels of 16-bit RGBA', blackPng(deep)),
    file('20 megapixels of 16-bit RGBA, interlaced', blackPng({ ...deep, interlaced: true })),
    file('1×1,000,001', blackPng({ width: 1, height: 1_000_001, bitDepth: 1, colourType: 0 })),
    file('1×65,535', blackPng({ width: 1, height: 65_535 })),
    file('100,000×1', blackPng({ width: 100_000, height: 1 })),
    file('compressed texts that unpack to gigabytes', textBomb('zTXt')),
    file('international texts that unpack to gigabytes', textBomb('iTXt')),
    file('EXIF of 4.9 MB', blackPng(eight, pngChunk('eXIf', Buffer.alloc(4_900_000, 0x49)))),
    file('a colour profile that unpacks to 400 MiB', blackPng(eight, iccp(packed))),
    file('data that unpacks to 400 MiB for 64 pixels', png(ihdr(eight), pngChunk('IDAT', packed), IEND)),
  ];
}

/** Every sound way in which a PNG can hold its pixels. */
export async function soundPngs(): Promise<HostileImage[]> {
  const small = { width: 33, height: 33 };
  return [
    file('1×1', blackPng({ width: 1, height: 1 })),
    file('one bit', blackPng({ ...small, bitDepth: 1, colourType: 0 })),
    file('16-bit grey', blackPng({ ...small, bitDepth: 16, colourType: 0 })),
    file('16-bit RGBA', blackPng({ ...small, bitDepth: 16, colourType: 6 })),
    file('grey with alpha', await noise(64, 64, 2).toColourspace('b-w').png().toBuffer()),
    file('a palette with alpha', await noise(64, 64, 4).png({ palette: true }).toBuffer()),
    file('interlaced alpha', await noise(64, 64, 4).png({ progressive: true }).toBuffer()),
    file('a wide-gamut profile', await noise(64, 64).withIccProfile('p3').png().toBuffer()),
  ];
}

/** What stands before the compressed text of a chunk, after its keyword. */
const BEFORE_TEXT = { zTXt: '\0\0', iTXt: '\0\x01\0\0\0' } as const;

/** A PNG of 64 pixels and of texts, each of which inflates to 64 MiB: gigabytes in all. */
export function textBomb(kind: keyof typeof BEFORE_TEXT, bytesMax = 4_900_000): Buffer {
  const packed = deflateSync(Buffer.alloc(64 * MIB), { level: 9 });
  const text = (at: number) =>
    pngChunk(kind, Buffer.concat([Buffer.from(`text ${at}${BEFORE_TEXT[kind]}`, 'latin1'), packed]));
  const texts = Array.from({ length: Math.floor(bytesMax / (packed.length + 100)) }, (_, at) => text(at));
  return png(ihdr({ width: 8, height: 8 }), ...texts, idat(Buffer.alloc(8 * ROW_BYTES)), IEND);
}

interface PngHeader {
  width: number;
  height: number;
  bitDepth?: number;
  /** 0 grey, 2 RGB, 6 RGB and alpha. */
  colourType?: 0 | 2 | 6;
  /** Of an image whose edges are multiples of eight. */
  interlaced?: boolean;
}

const CHANNELS = { 0: 1, 2: 3, 6: 4 };
/** A filter's number and eight pixels. */
const ROW_BYTES = 1 + 3 * 8;
const NOTHING = Buffer.alloc(0);

/** A PNG of these chunks, whatever they are. */
const png = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
const idat = (raw: Buffer): Buffer => pngChunk('IDAT', deflateSync(raw));
const iccp = (deflated: Buffer): Buffer =>
  pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflated]));
const IEND = pngChunk('IEND', NOTHING);

function ihdr({ width, height, bitDepth = 8, colourType = 2, interlaced = false }: PngHeader): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([bitDepth, colourType, 0, 0, Number(interlaced)], 8);
  return pngChunk('IHDR', data);
}

/** A whole, valid, black PNG of this size, which may be far larger than its file. */
function blackPng(header: PngHeader, ...extra: readonly Buffer[]): Buffer {
  const { width, height, bitDepth = 8, colourType = 2, interlaced = false } = header;
  const rowBytes = Math.ceil((width * CHANNELS[colourType] * bitDepth) / 8);
  // One filter for each row; the seven passes have 15 rows for each eight (PNG specification, section 8.2).
  const filters = interlaced ? (15 * height) / 8 : height;
  return png(ihdr(header), ...extra, pngChunk('IDAT', deflatedZeros(rowBytes * height + filters)), IEND);
}

const ADLER_MODULUS = 65_521;
/** A block of so many zeros of a raw deflate stream, which may stand anywhere in one. */
const ZEROS = deflateRawSync(Buffer.alloc(MIB), { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/** As many zeros, deflated: the same block again and again, so that a bomb costs nothing to make. */
export function deflatedZeros(byteLength: number): Buffer {
  const blocks = Array<Buffer>(Math.floor(byteLength / MIB)).fill(ZEROS);
  const rest = deflateRawSync(Buffer.alloc(byteLength % MIB), { level: 9 });
  const adler32 = Buffer.from([(byteLength % ADLER_MODULUS) >> 8, (byteLength % ADLER_MODULUS) & 0xff, 0, 1]);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, rest, adler32]);
}
