import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A key of the right form and checksum that no gateway has issued. */
export function unknownKey(): string {
  const random = randomBytes(24).toString('base64url').replaceAll('_', 'a');
  return `isk_live_${random}${crc32(random).toString(16).padStart(8, '0')}`;
}
