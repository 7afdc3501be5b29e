import type { PictureFormat } from '../domain/asset.js';

/** Bytes needed to tell the type. */
const MAGIC_BYTES = 12;

/** What the first bytes say a file is; a name or a declared type is never asked. */
export function pictureFormatOf(bytes: Buffer): PictureFormat | undefined {
  if (bytes.byteLength < MAGIC_BYTES) return undefined;
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return undefined;
}
