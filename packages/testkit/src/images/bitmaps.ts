/** Odd, so that rows end within a byte and within the four bytes that they are filled to. */
const [WIDTH, HEIGHT] = [33, 20];

/** A colour that differs from its neighbours in every channel. */
const colourOf = (index: number): [number, number, number] => [
  (index * 17) % 256,
  (255 + 233 * index) % 256,
  (index * 61) % 256,
];
const indexAt = (x: number, y: number, colours: number): number => (3 * x + 5 * y) % colours;

export interface PaletteBitmap {
  file: Buffer;
  width: number;
  height: number;
  /** Three bytes for each pixel, from the top. */
  rgb: Buffer;
}

/** Bitmaps of 1, 4 and 8 bits, of Windows and of OS/2, and two in run lengths. */
export function paletteBitmaps(): Record<string, PaletteBitmap> {
  const of = (bits: number, data: Buffer, form: Partial<Form> = {}): PaletteBitmap => ({
    file: bitmapOf(bits, data, { compression: 0, isOs2: false, ...form }),
    width: WIDTH,
    height: HEIGHT,
    rgb: Buffer.from(
      rowsFromTop().flatMap((y) => columns().flatMap((x) => colourOf(indexAt(x, y, 1 << bits)))),
    ),
  });
  return {
    '1 bit': of(1, packedRows(1)),
    '4 bits': of(4, packedRows(4)),
    '8 bits': of(8, packedRows(8)),
    '1 bit of OS/2': of(1, packedRows(1), { isOs2: true }),
    '4 bits of OS/2': of(4, packedRows(4), { isOs2: true }),
    '8 bits of OS/2': of(8, packedRows(8), { isOs2: true }),
    '4 bits in run lengths': of(4, runs(4), { compression: 2 }),
    '8 bits in run lengths': of(8, runs(8), { compression: 1 }),
  };
}

const columns = (): number[] => Array.from({ length: WIDTH }, (_, x) => x);
const rowsFromTop = (): number[] => Array.from({ length: HEIGHT }, (_, y) => y);
const rowsFromBottom = (): number[] => rowsFromTop().reverse();

function packedRows(bits: number): Buffer {
  const rows = rowsFromBottom().map((y) => {
    const row = Buffer.alloc(Math.ceil((WIDTH * bits) / 32) * 4);
    for (const x of columns()) {
      const at = Math.floor((x * bits) / 8);
      row[at] = (row[at] ?? 0) | (indexAt(x, y, 1 << bits) << (8 - bits - ((x * bits) % 8)));
    }
    return row;
  });
  return Buffer.concat(rows);
}

/** The lower half in runs, the upper one in pixels as they are. */
function runs(bits: 4 | 8): Buffer {
  const rows = rowsFromBottom().map((y, at) => {
    const indexes = columns().map((x) => indexAt(x, y, 1 << bits));
    const bytes = bits === 8 ? indexes : paired(indexes);
    const row =
      at < HEIGHT / 2
        ? indexes.flatMap((index) => [1, bits === 8 ? index : index << 4])
        : [0, WIDTH, ...bytes, ...(bytes.length % 2 === 1 ? [0] : [])];
    return Buffer.from([...row, 0, 0]);
  });
  return Buffer.concat([...rows, Buffer.from([0, 1])]);
}

function paired(indexes: readonly number[]): number[] {
  return Array.from(
    { length: Math.ceil(indexes.length / 2) },
    (_, at) => ((indexes[2 * at] ?? 0) << 4) | (indexes[2 * at + 1] ?? 0),
  );
}

interface Form {
  compression: number;
  isOs2: boolean;
}

function bitmapOf(bits: number, data: Buffer, { compression, isOs2 }: Form): Buffer {
  const head = Buffer.alloc(isOs2 ? 12 : 40);
  head.writeUInt32LE(head.length, 0);
  if (isOs2) {
    head.writeUInt16LE(WIDTH, 4);
    head.writeUInt16LE(HEIGHT, 6);
  } else {
    head.writeInt32LE(WIDTH, 4);
    head.writeInt32LE(HEIGHT, 8);
    head.writeUInt32LE(compression, 16);
    head.writeUInt32LE(data.length, 20);
  }
  head.writeUInt16LE(1, isOs2 ? 8 : 12);
  head.writeUInt16LE(bits, isOs2 ? 10 : 14);
  const palette = Array.from({ length: 1 << bits }, (_, index) => {
    const [red, green, blue] = colourOf(index);
    return isOs2 ? [blue, green, red] : [blue, green, red, 0];
  });
  const body = Buffer.concat([head, Buffer.from(palette.flat())]);
  const file = Buffer.alloc(14);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(14 + body.length + data.length, 2);
  file.writeUInt32LE(14 + body.length, 10);
  return Buffer.concat([file, body, data]);
}
