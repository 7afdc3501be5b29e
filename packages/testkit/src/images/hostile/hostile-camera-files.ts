import sharp from 'sharp';
import { bitmap, coloured } from '../camera-files.js';
import type { HostileImage } from './catalogue.js';
import { deflatedZeros } from './hostile-pngs.js';

/** Files of the formats that only ingestion reads. */
export async function hostileCameraFiles(): Promise<HostileImage[]> {
  const files: Files = {
    ...(await hostileTiffs()),
    ...(await hostileHeifs()),
    ...(await hostileBitmaps()),
    ...HOSTILE_JXLS,
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
}

/** By what is wrong with them. */
type Files = Record<string, Buffer>;

const cut = (whole: Buffer): Buffer => whole.subarray(0, Math.floor(whole.length * 0.6));

/** Tags of TIFF 6.0, and its types. */
const [WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC, STRIP_OFFSETS] = [256, 257, 258, 259, 262, 273];
const [SAMPLES, ROWS, STRIP_BYTES, PLANAR, TILE_WIDTH, TILE_HEIGHT] = [277, 278, 279, 284, 322, 323];
const [BYTE, SHORT, LONG, SIGNED_LONG] = [1, 3, 4, 9];
const DEFLATE = 8;

type Tags = Record<number, [type: number, value: number]>;

/** A TIFF with one directory of single numbers, and one strip behind it. */
function tiff(tags: Tags, strip: Buffer = Buffer.alloc(0), next = 0): Buffer {
  const entries = Object.entries({
    ...tags,
    [STRIP_OFFSETS]: [LONG, 0],
    [STRIP_BYTES]: [LONG, strip.length],
  });
  const block = Buffer.alloc(10 + entries.length * 12 + 4);
  block.write('II*\0', 0, 'latin1');
  block.writeUInt32LE(8, 4);
  block.writeUInt16LE(entries.length, 8);
  for (const [at, [tag, [type, value]]] of entries.entries()) {
    const offset = 10 + at * 12;
    block.writeUInt16LE(Number(tag), offset);
    block.writeUInt16LE(type, offset + 2);
    block.writeUInt32LE(1, offset + 4);
    block.writeUInt32LE(Number(tag) === STRIP_OFFSETS ? block.length : value, offset + 8);
  }
  block.writeUInt32LE(next, block.length - 4);
  return Buffer.concat([block, strip]);
}

/** All of it in one strip of zeros, which deflate to a thousandth. */
function oneStrip(width: number, height: number, samples: number, others: Tags = {}): Buffer {
  const tags: Tags = {
    [WIDTH]: [LONG, width],
    [HEIGHT]: [LONG, height],
    [BITS]: [SHORT, 8],
    [COMPRESSION]: [SHORT, DEFLATE],
    [PHOTOMETRIC]: [SHORT, samples >= 3 ? 2 : 1],
    [SAMPLES]: [SHORT, samples],
    [ROWS]: [LONG, height],
    [PLANAR]: [SHORT, 1],
    ...others,
  };
  const bytesPerSample = Math.max(1, (tags[BITS]?.[1] ?? 8) / 8);
  return tiff(tags, deflatedZeros(width * height * samples * bytesPerSample));
}

async function hostileTiffs(): Promise<Files> {
  const sized = (width: number, height: number, others: Tags = {}) =>
    tiff({ [WIDTH]: [LONG, width], [HEIGHT]: [LONG, height], [PHOTOMETRIC]: [SHORT, 1], ...others });
  const sound = await coloured('#c02020').tiff({ compression: 'lzw' }).toBuffer();
  const manyBits: Tags = { [BITS]: [SHORT, 64], [SAMPLES]: [SHORT, 4] };
  const largeTile: Tags = { [TILE_WIDTH]: [LONG, 65_520], [TILE_HEIGHT]: [LONG, 65_520] };
  return {
    'TIFF: 490 KB for one strip of 500 MB': oneStrip(13_000, 13_000, 3),
    'TIFF: 64 bits a sample, declared as signed': oneStrip(6_000, 6_000, 1, { [BITS]: [SIGNED_LONG, 64] }),
    'TIFF: a width declared as a byte': oneStrip(200, 200, 1, { [WIDTH]: [BYTE, 200] }),
    'TIFF: 64 bits a sample in four samples': sized(14_000, 14_000, manyBits),
    'TIFF: 65,535 samples a pixel': sized(1_000, 1_000, { [SAMPLES]: [SHORT, 65_535] }),
    'TIFF: strips without rows': oneStrip(13_000, 13_000, 3, { [ROWS]: [LONG, 0] }),
    'TIFF: planes of their own': oneStrip(13_000, 13_000, 3, { [PLANAR]: [SHORT, 2] }),
    'TIFF: a tile of four billion pixels': sized(100, 100, largeTile),
    'TIFF: no tags': tiff({}),
    'TIFF: four billion pixels': sized(65_535, 65_535),
    'TIFF: directories in a ring': tiff({ [WIDTH]: [LONG, 100], [HEIGHT]: [LONG, 100] }, Buffer.alloc(0), 8),
    'TIFF: an unknown compression': sized(10, 10, { [COMPRESSION]: [SHORT, 50_001] }),
    'TIFF: cut off': cut(sound),
    'TIFF: a sound one': sound,
  };
}

/** A box of an ISO base media file. */
function box(kind: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const HEIC = box('ftyp', 'heic\0\0\0\0mif1heic');

/** Items that each lie in 65,535 pieces of no bytes: 6 bytes of file for as many steps of a naive reader. */
function endlessExtents(items: number): Buffer {
  const item = Buffer.from([0, 1, 0, 0, 0xff, 0xff]);
  const head = Buffer.from([0, 0, 0, 0, 0, 0, items >> 8, items & 0xff]);
  const locations = Buffer.concat([head, ...Array<Buffer>(items).fill(item)]);
  return Buffer.concat([HEIC, box('meta', '\0\0\0\0', box('iinf', '\0\0\0\0\0\0'), box('iloc', locations))]);
}

/** The size that an AVIF declares, written over. */
function declaring(avif: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(avif);
  const at = copy.indexOf('ispe') + 8;
  copy.writeUInt32BE(width, at);
  copy.writeUInt32BE(height, at + 4);
  return copy;
}

async function hostileHeifs(): Promise<Files> {
  const avif = await coloured('#c02020').avif({ effort: 0 }).toBuffer();
  // Just above what is decoded: larger ones take seconds to make.
  const large = sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: '#824' } });
  const escapes = [box('\u001b[1m', 'x'), box('meta', '\0\0\0\0', box('\u001b]0;', 'owned\u0007'))];
  return {
    'AVIF: 1 KB for 25 megapixels': await large.avif({ effort: 0, quality: 1 }).toBuffer(),
    'AVIF: four billion pixels in its header': declaring(avif, 65_535, 65_535),
    'AVIF: another size than its picture': declaring(avif, 4_000, 4_000),
    'AVIF: cut off': cut(avif),
    'AVIF: a sound one': avif,
    'HEIC: without an image': HEIC,
    'HEIC: random bytes': Buffer.concat([HEIC, box('meta', 'x'.repeat(500))]),
    'HEIC: 60 KB of pieces of no bytes': endlessExtents(10_000),
    'HEIC: a box with an escape code for a name': Buffer.concat([HEIC, ...escapes]),
    'HEIC: a box longer than the file': Buffer.concat([HEIC, Buffer.from('7fffffff6d657461', 'hex')]),
  };
}

async function hostileBitmaps(): Promise<Files> {
  const sized = async (width: number, height: number, bits = 24): Promise<Buffer> => {
    const bytes = await bitmap('#102030');
    bytes.writeInt32LE(width, 18);
    bytes.writeInt32LE(height, 22);
    bytes.writeUInt16LE(bits, 28);
    return bytes;
  };
  const gif = await coloured('#c02020').gif().toBuffer();
  const screen = Buffer.from(gif);
  screen.writeUInt32LE(0xffffffff, 6);
  const frame = await coloured('#2020c0').png().toBuffer();
  const frames = sharp(Array<Buffer>(300).fill(frame), { join: { animated: true } });
  return {
    'GIF: four billion pixels': Buffer.concat([
      Buffer.from('474946383961ffffffff000000', 'hex'),
      Buffer.alloc(500),
    ]),
    'GIF: a screen larger than its picture': screen,
    'GIF: cut off': cut(gif),
    'GIF: 300 frames': await frames.gif().toBuffer(),
    'GIF: a sound one': gif,
    'BMP: four billion pixels': await sized(65_535, 65_535),
    'BMP: of negative width': await sized(-5, 10),
    'BMP: more rows than bytes': await sized(160, 90_000),
    'BMP: three bits a pixel': await sized(160, 120, 3),
    'BMP: cut off': cut(await bitmap('#102030')),
    'BMP: a sound one': await bitmap('#102030'),
  };
}

const CODESTREAM = Buffer.from('ff0a', 'hex');
const CONTAINER = Buffer.from('\0\0\0\x0cJXL \r\n\x87\n', 'latin1');

const HOSTILE_JXLS: Files = {
  'JPEG XL: two bytes': CODESTREAM,
  'JPEG XL: a billion pixels': Buffer.from('ff0afa7f0190ffffffffffffffff', 'hex'),
  'JPEG XL: random bytes': Buffer.concat([CODESTREAM, Buffer.alloc(5_000, 0x5a)]),
  'JPEG XL: a container of nothing': Buffer.concat([CONTAINER, box('ftyp', 'jxl \0\0\0\0jxl '), box('jxlc')]),
};
