import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** 24 bytes: 192 random bits, more than anyone can guess. */
const RANDOM_BYTES = 24;
const CHECKSUM_CHARS = 8;
const KEY_FORM = /^isk_[a-z]{2,8}_(?<random>[A-Za-z0-9-]{32})(?<checksum>[0-9a-f]{8})$/;
/** How much of a key stays readable, to tell one key from another in a list. */
const PREFIX_CHARS = 14;

/** Where a key may be used, as its middle part says. */
export type KeyEnvironment = 'live' | 'test' | 'demo';

/** The environment that a key or its display prefix names. */
export function environmentOf(prefix: string): KeyEnvironment {
  const [, part] = prefix.split('_');
  return part === 'test' || part === 'demo' ? part : 'live';
}

/** A new key: `isk_<env>_<random><checksum>`. The only time it exists in the clear is now. */
export function mintKey(environment: KeyEnvironment): string {
  // base64url without its underscore, which separates the parts of a key.
  const random = randomBytes(RANDOM_BYTES).toString('base64url').replaceAll('_', 'a');
  return `isk_${environment}_${random}${checksumOf(random)}`;
}

/** Whether a string can be a key at all: form and checksum. A mistyped key fails here, without a look-up. */
export function isWellFormedKey(key: string): boolean {
  const { random = '', checksum } = KEY_FORM.exec(key)?.groups ?? {};
  return checksumOf(random) === checksum;
}

/** What is stored in place of a key: HMAC-SHA-256 under the installation's secret, 32 bytes. */
export function hashKey(key: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(key).digest();
}

export function displayPrefix(key: string): string {
  return key.slice(0, PREFIX_CHARS);
}

function checksumOf(random: string): string {
  return crc32(random).toString(16).padStart(CHECKSUM_CHARS, '0');
}
