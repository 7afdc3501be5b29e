import { deflateSync } from 'node:zlib';
import { chunk, IEND, idat, ihdr, png } from './png.js';

const MIB = 1024 * 1024;
/** Just within what the contract takes. */
const FILE_BYTES_MAX = 4_900_000;

/** What stands before the compressed text of a chunk, after its keyword. */
const BEFORE_TEXT = { zTXt: '\0\0', iTXt: '\0\x01\0\0\0' } as const;

/** A PNG of 64 pixels and 4.9 MB of texts, each of which inflates to 64 MiB: gigabytes in all. */
export function textBomb(kind: keyof typeof BEFORE_TEXT, bytesMax = FILE_BYTES_MAX): Buffer {
  const packed = deflateSync(Buffer.alloc(64 * MIB), { level: 9 });
  const texts: Buffer[] = [];
  for (let left = bytesMax; left > packed.length + 100; left -= texts.at(-1)?.length ?? left) {
    const keyword = Buffer.from(`text ${texts.length}${BEFORE_TEXT[kind]}`, 'latin1');
    texts.push(chunk(kind, Buffer.concat([keyword, packed])));
  }
  const rows = idat(Buffer.alloc(8 * (1 + 3 * 8)));
  return png(ihdr({ width: 8, height: 8 }), ...texts, rows, IEND);
}
