import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MIB = 1024 * 1024;

/** An image of one grey pixel, with a compressed text that takes so much memory when it is read. */
export function pngOf(textMib: number): Buffer {
  // Width and height of 1, eight bits a pixel, grey.
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(textMib * MIB, 'a'))]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('zTXt', text),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
