const SOS = 0xda;
const EOI = Buffer.from([0xff, 0xd9]);

/** A segment of a JPEG, its length included. */
export function segment(marker: number, data: Buffer): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0]);
  start.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([start, data]);
}

/** The file with this right after its start. */
export function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), segment(marker, data), jpeg.subarray(2)]);
}

/** Where the frame header (SOF) of a JPEG begins, at its marker. */
function frameOffset(jpeg: Buffer): number {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return at;
  }
  throw new Error('this JPEG has no frame');
}

/** A copy in which the frame header was written over, at an offset from its marker. */
export function withFrame(jpeg: Buffer, offset: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(jpeg);
  copy.set(bytes, frameOffset(copy) + offset);
  return copy;
}

/** A copy that declares another size. */
export function declaring(jpeg: Buffer, width: number, height: number): Buffer {
  return withFrame(jpeg, 5, [height >> 8, height & 0xff, width >> 8, width & 0xff]);
}

/** Blocks that one symbol of a progressive scan can leave empty. */
const EMPTY_BLOCKS_MAX = 32_767;
/** A Huffman table whose one code, a single zero bit, means that so many blocks are empty. */
const EMPTY_TABLE = segment(0xc4, Buffer.from([0x10, 1, ...Array<number>(15).fill(0), 0xe0]));
/** All coefficients of the first component but the first, for the first time. */
const FIRST_AC_SCAN = segment(SOS, Buffer.from([1, 1, 0, 1, 63, 0]));

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
  const before = progressive.subarray(0, progressive.length - EOI.length);
  return Buffer.concat([before, EMPTY_TABLE, ...Array<Buffer>(scans).fill(scan), EOI]);
}

/** An EXIF block with one entry, the orientation. */
export function exifOrientation(value: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  tiff.writeUInt16LE(value, 18);
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

/** An EXIF block whose directory names itself as the next one. */
export function exifLoop(): Buffer {
  const block = exifOrientation(1);
  block.writeUInt32LE(8, block.length - 4);
  return block;
}
