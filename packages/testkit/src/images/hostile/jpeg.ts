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
export function frameOffset(jpeg: Buffer): number {
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

/** A progressive JPEG whose last scan is sent over and over: each costs a pass over the whole image. */
export function scanBomb(progressive: Buffer, scans: number): Buffer {
  const last = progressive.lastIndexOf(Buffer.from([0xff, SOS]));
  const scan = progressive.subarray(last, progressive.length - EOI.length);
  return Buffer.concat([progressive.subarray(0, last), ...Array.from({ length: scans }, () => scan), EOI]);
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
