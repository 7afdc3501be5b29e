import sharp from 'sharp';
import { bitmap, coloured } from '../camera-files.js';
import type { HostileImage } from './catalogue.js';
import { deflatedZeros } from './hostile-pngs.js';

/** Files of the formats that only ingestion reads. */
export async function hostileCameraFiles(): Promise<HostileImage[]> {
  return [
    ...(await hostileTiffs()),
    ...(await hostileHeifs()),
    ...(await hostileBitmaps()),
    ...hostileJxls(),
  ];
}

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

async function hostileTiffs(): Promise<HostileImage[]> {
  const file = (name: string, bytes: Buffer): HostileImage => ({ name: `TIFF: ${name}`, bytes });
  const sized = (width: number, height: number, others: Tags = {}) =>
    tiff({ [WIDTH]: [LONG, width], [HEIGHT]: [LONG, height], ...others });
  const sound = await coloured('#c02020').tiff({ compression: 'lzw' }).toBuffer();
  return [
    file('490 KB for one strip of 500 MB', oneStrip(13_000, 13_000, 3)),
    file('64 bits a sample, declared as signed', oneStrip(6_000, 6_000, 1, { [BITS]: [SIGNED_LONG, 64] })),
    file('a width declared as a byte', oneStrip(200, 200, 1, { [WIDTH]: [BYTE, 200] })),
    file(
      '64 bits a sample in four samples',
      sized(14_000, 14_000, { [BITS]: [SHORT, 64], [SAMPLES]: [SHORT, 4] }),
    ),
    file('65,535 samples a pixel', sized(1_000, 1_000, { [SAMPLES]: [SHORT, 65_535] })),
    file('strips without rows', oneStrip(13_000, 13_000, 3, { [ROWS]: [LONG, 0] })),
    file('planes of their own', oneStrip(13_000, 13_000, 3, { [PLANAR]: [SHORT, 2] })),
    file(
      'a tile of four billion pixels',
      sized(100, 100, { [TILE_WIDTH]: [LONG, 65_520], [TILE_HEIGHT]: [LONG, 65_520] }),
    ),
    file('no tags', tiff({})),
    file('four billion pixels', sized(65_535, 65_535)),
    file('directories in a ring', tiff({ [WIDTH]: [LONG, 100], [HEIGHT]: [LONG, 100] }, Buffer.alloc(0), 8)),
    file('an unknown compression', sized(10, 10, { [COMPRESSION]: [SHORT, 50_001] })),
    file('cut off', cut(sound)),
    file('a sound one', sound),
  ];
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
  const locations = Buffer.concat([
    Buffer.from([0, 0, 0, 0, 0, 0]),
    u16(items),
    ...Array<Buffer>(items).fill(item),
  ]);
  return Buffer.concat([HEIC, box('meta', '\0\0\0\0', box('iinf', '\0\0\0\0\0\0'), box('iloc', locations))]);
}

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

/** The size that an AVIF declares, written over. */
function declaring(avif: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(avif);
  const at = copy.indexOf('ispe') + 8;
  copy.writeUInt32BE(width, at);
  copy.writeUInt32BE(height, at + 4);
  return copy;
}

async function hostileHeifs(): Promise<HostileImage[]> {
  const file = (name: string, bytes: Buffer): HostileImage => ({ name, bytes });
  const avif = await coloured('#c02020').avif({ effort: 0 }).toBuffer();
  // Just above what is decoded: larger ones take seconds to make.
  const large = { width: 5_000, height: 5_000, channels: 3, background: '#824' } as const;
  return [
    file(
      'AVIF: 1 KB for 25 megapixels',
      await sharp({ create: large }).avif({ effort: 0, quality: 1 }).toBuffer(),
    ),
    file('AVIF: four billion pixels in its header', declaring(avif, 65_535, 65_535)),
    file('AVIF: another size than its picture', declaring(avif, 4_000, 4_000)),
    file('AVIF: cut off', cut(avif)),
    file('AVIF: a sound one', avif),
    file('HEIC: without an image', HEIC),
    file('HEIC: random bytes', Buffer.concat([HEIC, box('meta', 'x'.repeat(500))])),
    file('HEIC: 60 KB of pieces of no bytes', endlessExtents(10_000)),
    file(
      'HEIC: a box with an escape code for a name',
      Buffer.concat([HEIC, box('\u001b[1m', 'x'), box('meta', '\0\0\0\0', box('\u001b]0;', 'owned\u0007'))]),
    ),
    file('HEIC: a box longer than the file', Buffer.concat([HEIC, Buffer.from('7fffffff6d657461', 'hex')])),
  ];
}

async function hostileBitmaps(): Promise<HostileImage[]> {
  const file = (name: string, bytes: Buffer): HostileImage => ({ name, bytes });
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
  return [
    file(
      'GIF: four billion pixels',
      Buffer.concat([Buffer.from('GIF89a\xff\xff\xff\xff\0\0\0', 'latin1'), Buffer.alloc(500)]),
    ),
    file('GIF: a screen larger than its picture', screen),
    file('GIF: cut off', cut(gif)),
    file(
      'GIF: 300 frames',
      await sharp(Array<Buffer>(300).fill(frame), { join: { animated: true } })
        .gif()
        .toBuffer(),
    ),
    file('GIF: a sound one', gif),
    file('BMP: four billion pixels', await sized(65_535, 65_535)),
    file('BMP: of negative width', await sized(-5, 10)),
    file('BMP: more rows than bytes', await sized(160, 90_000)),
    file('BMP: three bits a pixel', await sized(160, 120, 3)),
    file('BMP: cut off', cut(await bitmap('#102030'))),
    file('BMP: a sound one', await bitmap('#102030')),
  ];
}

function hostileJxls(): HostileImage[] {
  const file = (name: string, bytes: Buffer): HostileImage => ({ name: `JPEG XL: ${name}`, bytes });
  const codestream = Buffer.from([0xff, 0x0a]);
  return [
    file('two bytes', codestream),
    file('a billion pixels', Buffer.from('ff0afa7f0190ffffffffffffffff', 'hex')),
    file('random bytes', Buffer.concat([codestream, Buffer.alloc(5_000, 0x5a)])),
    file(
      'a container of nothing',
      Buffer.concat([
        Buffer.from('\0\0\0\x0cJXL \r\n\x87\n', 'latin1'),
        box('ftyp', 'jxl \0\0\0\0jxl '),
        box('jxlc'),
      ]),
    ),
  ];
}
