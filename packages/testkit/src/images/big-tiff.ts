/** The tag of the bits of each colour. */
const BITS_PER_SAMPLE = 258;

/**
 * A green BigTIFF, stored on its side, in one strip: TIFF 6.0 with longer places.
 * @param packet Its XMP.
 */
export function bigTiff(width: number, height: number, packet: Buffer, isLittle: boolean): Buffer {
  const [short, long8, bytes] = [3, 16, 1];
  const pixels = Buffer.from('20c020'.repeat(width * height), 'hex');
  const head = 16 + 8 + 20 * 12 + 8;
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, short, 1, width],
    [257, short, 1, height],
    // Three numbers fit into the entry.
    [BITS_PER_SAMPLE, short, 3, 0],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long8, 1, head],
    [274, short, 1, 6],
    [277, short, 1, 3],
    [278, short, 1, height],
    [279, long8, 1, pixels.length],
    [284, short, 1, 1],
    [700, bytes, packet.length, head + pixels.length],
  ];
  const file = Buffer.concat([Buffer.alloc(head), pixels, packet]);
  const put = (at: number, size: 2 | 8, value: number): void => {
    if (size === 2 && isLittle) file.writeUInt16LE(value, at);
    else if (size === 2) file.writeUInt16BE(value, at);
    else if (isLittle) file.writeBigUInt64LE(BigInt(value), at);
    else file.writeBigUInt64BE(BigInt(value), at);
  };
  file.write(isLittle ? 'II' : 'MM');
  [43, 8, 0].forEach((value, index) => put(2 + 2 * index, 2, value));
  put(8, 8, 16);
  put(16, 8, entries.length);
  entries.forEach(([tag, type, count, value], index) => {
    const at = 24 + 20 * index;
    put(at, 2, tag);
    put(at + 2, 2, type);
    put(at + 4, 8, count);
    if (tag === BITS_PER_SAMPLE) [0, 2, 4].forEach((offset) => put(at + 12 + offset, 2, 8));
    else put(at + 12, type === short ? 2 : 8, value);
  });
  return file;
}
