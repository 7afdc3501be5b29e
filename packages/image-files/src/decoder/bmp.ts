/** Pixels of four bytes each, of which the fourth is opaque. */
interface Bitmap {
  width: number;
  height: number;
  rgba: Uint8Array;
}

type CheckSize = (width: number, height: number) => void;

/**
 * A bitmap of Windows or OS/2: 1, 2, 4 and 8 bits with a palette, also run-length encoded; 16, 24 and 32 bits.
 * @param checkSize Throws for one that is not to be decoded.
 */
export function decodeBitmap(file: Buffer, checkSize: CheckSize): Bitmap {
  const head = headOf(file);
  const { width, height } = head;
  checkSize(width, height);
  const pixels = new Uint32Array(width * height);
  if (head.compression === RLE8 || head.compression === RLE4) readRuns(file, head, pixels);
  else readRows(file, head, pixels);
  return { width, height, rgba: new Uint8Array(pixels.buffer) };
}

const [PLAIN, RLE8, RLE4, MASKS, MASKS_WITH_ALPHA] = [0, 1, 2, 3, 6];
const CUT_OFF = 'it is damaged or cut off';
const FILE_HEAD_BYTES = 14;
/** Of OS/2 1; its sizes have 16 bits, and its colours three bytes. */
const CORE_HEAD_BYTES = 12;
const INFO_HEAD_BYTES = 40;
/** Behind a header of Windows, or in a longer one. */
const MASKS_END = 66;
/** OS/2 2 numbers other compressions. */
const OS2_HEAD_BYTES: readonly number[] = [16, 64];

interface Head {
  width: number;
  height: number;
  /** Rows come from the top. */
  isTopDown: boolean;
  bits: number;
  compression: number;
  /** Where the pixels begin. */
  pixelsAt: number;
  palette: Uint32Array;
  /** Of red, green and blue. */
  masks: readonly [number, number, number];
}

/** Numbers behind the end of a short header are 0. */
function headOf(file: Buffer): Head {
  const headBytes = file.readUInt32LE(FILE_HEAD_BYTES);
  const isCore = headBytes === CORE_HEAD_BYTES;
  const end = FILE_HEAD_BYTES + headBytes;
  const number = (at: number): number => (at + 4 <= end ? file.readUInt32LE(at) : 0);
  if (end > file.length) throw new Error(CUT_OFF);
  const height = isCore ? file.readUInt16LE(20) : file.readInt32LE(22);
  const bits = file.readUInt16LE(isCore ? 24 : 28);
  const compression = isCore ? PLAIN : number(30);
  const isKnown =
    [PLAIN, RLE8, RLE4].includes(compression) ||
    ([MASKS, MASKS_WITH_ALPHA].includes(compression) && !OS2_HEAD_BYTES.includes(headBytes));
  if (!isKnown || ![1, 2, 4, 8, 16, 24, 32].includes(bits))
    throw new Error('it is compressed in a way that is not read');
  const pixelsAt = file.readUInt32LE(10);
  const hasMasks = compression === MASKS || compression === MASKS_WITH_ALPHA;
  if (hasMasks && file.length < MASKS_END) throw new Error(CUT_OFF);
  const masksBehind = hasMasks && headBytes === INFO_HEAD_BYTES ? (compression === MASKS ? 12 : 16) : 0;
  const colour = { at: end + masksBehind, bytes: isCore ? 3 : 4, count: isCore ? 0 : number(46) };
  return {
    width: isCore ? file.readUInt16LE(18) : file.readInt32LE(18),
    height: Math.abs(height),
    isTopDown: height < 0,
    bits,
    compression,
    pixelsAt,
    palette:
      bits <= 8
        ? paletteOf(file, { ...colour, bits, end: Math.min(pixelsAt, file.length) })
        : new Uint32Array(0),
    masks: hasMasks
      ? [file.readUInt32LE(54), file.readUInt32LE(58), file.readUInt32LE(62)]
      : bits === 16
        ? [0x7c00, 0x03e0, 0x001f]
        : [0xff0000, 0x00ff00, 0x0000ff],
  };
}

interface PalettePlace {
  at: number;
  /** Of one colour: blue, green, red, and perhaps a spare byte. */
  bytes: number;
  /** 0 stands for all that the bits can number. */
  count: number;
  bits: number;
  end: number;
}

function paletteOf(file: Buffer, { at, bytes, count, bits, end }: PalettePlace): Uint32Array {
  const palette = new Uint32Array(1 << bits).fill(OPAQUE);
  const there = Math.min(palette.length, count || palette.length, Math.floor((end - at) / bytes));
  for (let index = 0; index < there; index += 1) {
    const start = at + index * bytes;
    palette[index] = packed(file.readUInt8(start + 2), file.readUInt8(start + 1), file.readUInt8(start));
  }
  return palette;
}

const OPAQUE = 0xff000000;

/** As the processor writes it: red is the first byte. */
const packed = (red: number, green: number, blue: number): number =>
  (OPAQUE | (blue << 16) | (green << 8) | red) >>> 0;

function readRows(file: Buffer, head: Head, pixels: Uint32Array): void {
  const { width, height, bits, pixelsAt, palette, isTopDown } = head;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (pixelsAt + rowBytes * (height - 1) + Math.ceil((width * bits) / 8) > file.length)
    throw new Error(CUT_OFF);
  const pixel = bits <= 8 ? indexed(file, bits, palette) : coloured(file, head);
  for (let row = 0; row < height; row += 1) {
    const from = pixelsAt + row * rowBytes;
    const to = (isTopDown ? row : height - 1 - row) * width;
    for (let x = 0; x < width; x += 1) pixels[to + x] = pixel(from, x);
  }
}

type ReadPixel = (rowAt: number, x: number) => number;

function indexed(file: Buffer, bits: number, palette: Uint32Array): ReadPixel {
  const [perByte, mask] = [8 / bits, (1 << bits) - 1];
  return (rowAt, x) => {
    const byte = file[rowAt + Math.floor(x / perByte)] ?? 0;
    return palette[(byte >> (8 - bits * (1 + (x % perByte)))) & mask] ?? OPAQUE;
  };
}

function coloured(file: Buffer, { bits, masks }: Head): ReadPixel {
  if (bits === 24)
    return (rowAt, x) => {
      const at = rowAt + 3 * x;
      return packed(file[at + 2] ?? 0, file[at + 1] ?? 0, file[at] ?? 0);
    };
  const [red, green, blue] = masks.map(channel) as [Channel, Channel, Channel];
  const read = bits === 16 ? (at: number) => file.readUInt16LE(at) : (at: number) => file.readUInt32LE(at);
  return (rowAt, x) => {
    const value = read(rowAt + (bits / 8) * x);
    return packed(red(value), green(value), blue(value));
  };
}

type Channel = (value: number) => number;

/** The bits of a mask, scaled to a byte. */
function channel(mask: number): Channel {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (value) => Math.floor((((value & mask) >>> shift) * 255) / most);
}

/** Codes behind a zero: the end of a row, the end of the image, a step; more are that many pixels as they are. */
const [END_OF_ROW, END_OF_IMAGE, STEP] = [0, 1, 2];

/** Rows come from the bottom. Pixels that no run names have the first colour. */
function readRuns(
  file: Buffer,
  { width, height, compression, pixelsAt, palette }: Head,
  pixels: Uint32Array,
): void {
  pixels.fill(palette[0] ?? OPAQUE);
  let [at, x, y] = [pixelsAt, 0, 0];
  const next = (): number => {
    if (at >= file.length) throw new Error(CUT_OFF);
    at += 1;
    return file[at - 1] ?? 0;
  };
  const put = (index: number): void => {
    if (x < width && y < height) pixels[(height - 1 - y) * width + x] = palette[index] ?? OPAQUE;
    x += 1;
  };
  const putPair = (byte: number, isSecond: boolean): void => put(isSecond ? byte & 15 : byte >> 4);
  while (y < height) {
    const [count, code] = [next(), next()];
    if (count > 0) {
      for (let done = 0; done < count; done += 1)
        if (compression === RLE8) put(code);
        else putPair(code, done % 2 === 1);
    } else if (code === END_OF_ROW) [x, y] = [0, y + 1];
    else if (code === END_OF_IMAGE) return;
    else if (code === STEP) [x, y] = [x + next(), y + next()];
    else {
      const start = at;
      for (let done = 0; done < code; done += 1)
        if (compression === RLE8) put(next());
        else putPair(done % 2 === 0 ? next() : (file[at - 1] ?? 0), done % 2 === 1);
      // Padded to two bytes.
      if ((at - start) % 2 === 1) at += 1;
    }
  }
}
