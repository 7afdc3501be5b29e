import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Bounds } from './bounds.js';
import type { Account } from '../billing/plans.js';

/** 192 random bits, which nobody can guess. */
const RANDOM_BYTES = 24;
const CHECKSUM_CHARS = 8;
const KEY_FORM = /^isk_[a-z]{2,8}_(?<random>[A-Za-z0-9-]{32})(?<checksum>[0-9a-f]{8})$/;
/** Characters of a key that lists show. */
const PREFIX_CHARS = 14;

/** A `test` key sees the demonstration's collections alone, and its searches are free. */
export const KEY_ENVIRONMENTS = ['live', 'test', 'demo'] as const;

/** The collections of the demonstration. */
export const DEMONSTRATION_SOURCES = ['openmoji', 'photographs'] as const;

export type KeyEnvironment = (typeof KEY_ENVIRONMENTS)[number];

/** The environment of a key or of its display prefix. */
export function environmentOf(prefix: string): KeyEnvironment {
  const [, part] = prefix.split('_');
  return part === 'test' || part === 'demo' ? part : 'live';
}

/** A new key: `isk_<env>_<random><checksum>`. */
export function mintKey(environment: KeyEnvironment): string {
  // base64url without its underscore, which separates the parts of a key.
  const random = randomBytes(RANDOM_BYTES).toString('base64url').replaceAll('_', 'a');
  return `isk_${environment}_${random}${checksumOf(random)}`;
}

/** Checks form and checksum, so that a mistyped key needs no look-up. */
export function isWellFormedKey(key: string): boolean {
  const { random = '', checksum } = KEY_FORM.exec(key)?.groups ?? {};
  return checksumOf(random) === checksum;
}

/** What is stored of a key: HMAC-SHA-256 with the installation's secret, 32 bytes. */
export function hashKey(key: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(key).digest();
}

export function displayPrefix(key: string): string {
  return key.slice(0, PREFIX_CHARS);
}

function checksumOf(random: string): string {
  return crc32(random).toString(16).padStart(CHECKSUM_CHARS, '0');
}

export interface LiveKey {
  id: string;
  /** The part that lists show. */
  prefix: string;
  environment: KeyEnvironment;
  account: Account;
  scopes: readonly Scope[];
  /** Null for a key that never expires. */
  expiresAt: Date | null;
  /** The images that it may see; null for all. */
  bounds: Bounds | null;
}

/** The routes that a key may use unless it is made for some of them. */
export const DEFAULT_SCOPES = ['search', 'similar', 'asset', 'usage'] as const;

/** Scopes that only an operator gives: to add images, and to manage the keys of the account. Their keys see all images. */
const OPERATOR_SCOPES = ['ingest', 'account'] as const;

/** The routes that a key may use. */
export const SCOPES = [...DEFAULT_SCOPES, ...OPERATOR_SCOPES] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether only an operator may make a key with these scopes. */
export function isForOperator(scopes: readonly Scope[]): boolean {
  return OPERATOR_SCOPES.some((scope) => scopes.includes(scope));
}

/** Secrets of the installation: new keys, ids and cursors are made with the first, and those of each are accepted. */
export type KeySecrets = readonly [first: string, ...others: string[]];
