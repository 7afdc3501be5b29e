/** Red, green and blue of a colour space, adapted to D50, and whether white is at D65. */
type Primaries = readonly [red: Xyz, green: Xyz, blue: Xyz];
type Xyz = readonly [x: number, y: number, z: number];

/** By their numbers in ISO/IEC 23091-2 (CICP). Those of sRGB need no profile. */
const PRIMARIES: Readonly<Record<number, Primaries>> = {
  // BT.2020
  9: [
    [0.673492, 0.279037, -0.001938],
    [0.165665, 0.675354, 0.029984],
    [0.125046, 0.045609, 0.79686],
  ],
  // Display P3
  12: [
    [0.515121, 0.241196, -0.001053],
    [0.291977, 0.692245, 0.041885],
    [0.157104, 0.066574, 0.784073],
  ],
};

type Curve = readonly [gamma: number, a: number, b: number, c: number, d: number];
const BT_709: Curve = [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081];
const SRGB: Curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
/** Those of high dynamic range (PQ, HLG) are no curve of a profile. */
const CURVES: Readonly<Record<number, Curve>> = {
  ...{ 1: BT_709, 6: BT_709, 14: BT_709, 15: BT_709 },
  ...{ 2: SRGB, 13: SRGB },
};

/**
 * An ICC profile (ICC.1:2022, version 4) of the colours that a file of video codecs declares by numbers.
 * @returns undefined for those that need none or cannot have one.
 */
export function rgbProfile(primaries: number, transfer: number): Buffer | undefined {
  const [colours, curve] = [PRIMARIES[primaries], CURVES[transfer]];
  if (colours === undefined || curve === undefined) return undefined;
  const [red, green, blue] = colours;
  const curveTag = parametric(curve);
  return profileOf([
    ['desc', text('Colours of the file')],
    ['cprt', text('CC0')],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curveTag],
    ['gTRC', curveTag],
    ['bTRC', curveTag],
  ]);
}

const HEAD_BYTES = 128;

function profileOf(tags: readonly [signature: string, data: Buffer][]): Buffer {
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  let at = HEAD_BYTES + table.length;
  for (const [index, [signature, data]] of tags.entries()) {
    table.write(signature, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(at, 8 + 12 * index);
    table.writeUInt32BE(data.length, 12 + 12 * index);
    at += data.length;
  }
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(at, 0);
  head.writeUInt32BE(0x04300000, 8);
  head.write('mntrRGB XYZ ', 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  xyz([0.9642, 1, 0.8249]).copy(head, 68, 8);
  return Buffer.concat([head, table, ...tags.map(([, data]) => data)]);
}

/** With 16 bits behind the point. */
const fixed = (numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, at) => bytes.writeInt32BE(Math.round(number * 65_536), 4 * at));
  return bytes;
};

const typed = (type: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

const xyz = (numbers: Xyz): Buffer => typed('XYZ ', fixed(numbers));

/** Y = (aX + b)^g from d on, and cX below. */
const parametric = (curve: Curve): Buffer =>
  typed('para', Buffer.concat([Buffer.from([0, 3, 0, 0]), fixed(curve)]));

function text(words: string): Buffer {
  const wide = Buffer.from(words, 'utf16le').swap16();
  const head = Buffer.alloc(20);
  head.writeUInt32BE(1, 0);
  head.writeUInt32BE(12, 4);
  head.write('enUS', 8, 'latin1');
  head.writeUInt32BE(wide.length, 12);
  head.writeUInt32BE(28, 16);
  return typed('mluc', Buffer.concat([head, wide]));
}
