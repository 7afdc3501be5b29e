import sharp, { type Sharp } from 'sharp';

const EDGE_PX = 160;

/** A photograph-like image of its own colour, without a file format yet. */
export function coloured(colour: string, { width = EDGE_PX, height = EDGE_PX * 0.75 } = {}): Sharp {
  const [boxWidth, boxHeight] = [Math.round(width * 0.4), Math.round(height * 0.6)];
  return sharp({ create: { width: boxWidth, height: boxHeight, channels: 3, background: colour } }).extend({
    left: Math.round(width * 0.1),
    right: width - boxWidth - Math.round(width * 0.1),
    top: Math.round(height * 0.2),
    bottom: height - boxHeight - Math.round(height * 0.2),
    background: '#f4f1ea',
  });
}

/** A bitmap of 24 bits for each pixel, as Windows writes it: rows from the bottom, each filled to four bytes. */
export async function bitmap(colour: string): Promise<Buffer> {
  const { data, info } = await coloured(colour).raw().toBuffer({ resolveWithObject: true });
  const rowBytes = Math.ceil((info.width * 3) / 4) * 4;
  const head = Buffer.alloc(54);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(54 + rowBytes * info.height, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(info.width, 18);
  head.writeInt32LE(info.height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const pixels = Buffer.alloc(rowBytes * info.height);
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      const from = (y * info.width + x) * info.channels;
      const to = (info.height - 1 - y) * rowBytes + x * 3;
      pixels.set([data[from + 2] ?? 0, data[from + 1] ?? 0, data[from] ?? 0], to);
    }
  }
  return Buffer.concat([head, pixels]);
}

const IPTC_TAG = 33_723;
const UNDEFINED = 7;
const ENTRY_BYTES = 12;

/** A TIFF of sharp's with an IPTC record: a copy of its directory with one more tag, behind everything else. */
export function tiffWithIptc(tiff: Buffer, record: Buffer): Buffer {
  const start = tiff.readUInt32LE(4);
  const count = tiff.readUInt16LE(start);
  const entries = Array.from({ length: count }, (_, at) =>
    tiff.subarray(start + 2 + at * ENTRY_BYTES, start + 2 + (at + 1) * ENTRY_BYTES),
  );
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.writeUInt16LE(IPTC_TAG, 0);
  entry.writeUInt16LE(UNDEFINED, 2);
  entry.writeUInt32LE(record.length, 4);
  entry.writeUInt32LE(tiff.length, 8);
  const sorted = [...entries, entry].sort((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0));
  const head = Buffer.from(tiff.subarray(0, 8));
  head.writeUInt32LE(tiff.length + record.length, 4);
  const number = Buffer.alloc(2);
  number.writeUInt16LE(count + 1);
  return Buffer.concat([head, tiff.subarray(8), record, number, ...sorted, Buffer.alloc(4)]);
}
