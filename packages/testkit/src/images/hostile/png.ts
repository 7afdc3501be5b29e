import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const MIB = 1024 * 1024;

export interface PngHeader {
  width: number;
  height: number;
  bitDepth?: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  colourType?: number;
  interlaced?: boolean;
}

/** Samples of a pixel, by colour type. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A PNG of these chunks, whatever they are. */
export function png(...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks]);
}

export function chunk(type: string, data: Buffer = Buffer.alloc(0), checksum?: number): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(checksum ?? crc32(typed), typed.length + 4);
  return framed;
}

export function ihdr({ width, height, bitDepth = 8, colourType = 2, interlaced = false }: PngHeader): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = bitDepth;
  data[9] = colourType;
  data[12] = interlaced ? 1 : 0;
  return chunk('IHDR', data);
}

export const idat = (raw: Buffer): Buffer => chunk('IDAT', deflateSync(raw));
export const IEND = chunk('IEND');

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

/** A whole, valid, black PNG of this size, which may be far larger than its file. */
export function blackPng(header: PngHeader, ...extra: readonly Buffer[]): Buffer {
  const { width, height, bitDepth = 8, colourType = 2 } = header;
  const rowBytes = (pixels: number) => 1 + Math.ceil((pixels * (CHANNELS[colourType] ?? 1) * bitDepth) / 8);
  const rawBytes = header.interlaced
    ? ADAM7.reduce((sum, [x, y, dx, dy]) => sum + passBytes(width, height, x, y, dx, dy, rowBytes), 0)
    : rowBytes(width) * height;
  return png(ihdr(header), ...extra, chunk('IDAT', deflatedZeros(rawBytes)), IEND);
}

/** First column and row of each pass, and its steps (PNG specification, section 8.2). */
const ADAM7: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

function passBytes(
  width: number,
  height: number,
  x: number,
  y: number,
  dx: number,
  dy: number,
  rowBytes: (pixels: number) => number,
): number {
  const columns = Math.ceil((width - x) / dx);
  const rows = Math.ceil((height - y) / dy);
  return columns > 0 && rows > 0 ? rowBytes(columns) * rows : 0;
}
