/** A RIFF chunk, padded to even length. */
export function riffChunk(type: string, data: Buffer): Buffer {
  const start = Buffer.alloc(8);
  start.write(type, 0, 'latin1');
  start.writeUInt32LE(data.length, 4);
  return Buffer.concat([start, data, Buffer.alloc(data.length % 2)]);
}

export function webp(...chunks: readonly Buffer[]): Buffer {
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** The chunks of a simple WebP, without its container. */
export const chunksOf = (file: Buffer): Buffer => file.subarray(12);

const FLAG_ANIMATION = 0x02;

/** The header of an extended WebP with this canvas. */
export function vp8x(width: number, height: number, flags = FLAG_ANIMATION): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE((width - 1) & 0xffffff, 4, 3);
  data.writeUIntLE((height - 1) & 0xffffff, 7, 3);
  return riffChunk('VP8X', data);
}

export const anim = (): Buffer => riffChunk('ANIM', Buffer.alloc(6));

/** A frame of an animation; the offset is in pixels, even. */
export function frame(image: Buffer, width: number, height: number, x = 0, y = 0): Buffer {
  const data = Buffer.alloc(16);
  data.writeUIntLE(x / 2, 0, 3);
  data.writeUIntLE(y / 2, 3, 3);
  data.writeUIntLE(width - 1, 6, 3);
  data.writeUIntLE(height - 1, 9, 3);
  data.writeUIntLE(40, 12, 3);
  return riffChunk('ANMF', Buffer.concat([data, chunksOf(image)]));
}

/** A copy with four bytes written over, little-endian. */
export function patched(file: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(value, offset);
  return copy;
}
