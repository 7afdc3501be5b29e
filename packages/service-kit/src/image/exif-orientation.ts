const PREFIX = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;
/** Sizes of the TIFF types that hold a whole number: BYTE, SHORT, LONG. */
const NUMBER_BYTES: Readonly<Record<number, 1 | 2 | 4>> = { 1: 1, 3: 2, 4: 4 };

/** EXIF orientation, 1 to 8 (EXIF 2.3, tag 0x0112); 1 when the block has none. */
export function orientationIn(exif: Buffer): number {
  const tiff = exif.subarray(hasPrefix(exif) ? PREFIX.length : 0);
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const read = (at: number, byteLength: 1 | 2 | 4): number =>
    at + byteLength > tiff.length
      ? 0
      : order === 'II'
        ? tiff.readUIntLE(at, byteLength)
        : tiff.readUIntBE(at, byteLength);
  const directory = read(4, 4);
  for (let entry = 0; entry < read(directory, 2); entry += 1) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return 1;
    if (read(at, 2) !== ORIENTATION_TAG) continue;
    const byteLength = NUMBER_BYTES[read(at + 2, 2)];
    const value = byteLength === undefined || read(at + 4, 4) !== 1 ? 1 : read(at + 8, byteLength);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** An EXIF block with this orientation only; it has a prefix when `like` has one. */
export function exifOf(orientation: number, like: Buffer): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  return hasPrefix(like) ? Buffer.concat([PREFIX, tiff]) : tiff;
}

/** JPEG segments always have it, WebP chunks sometimes, PNG chunks never. */
const hasPrefix = (exif: Buffer): boolean => exif.subarray(0, PREFIX.length).equals(PREFIX);
