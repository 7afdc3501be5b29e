import { createHash, randomBytes } from 'node:crypto';
import type { IndexedModel } from './model.js';

/** Raise it when stored points become unreadable. An index of another version is neither read nor deleted. */
const SCHEMA_VERSION = 5;

/** The start of the name of every index of this schema. */
export function namePrefix(prefix: string): string {
  return `${prefix}_v${SCHEMA_VERSION}_`;
}

/** A name that shows which model fills the collection. A rebuild of the same model has another one each time. */
export function newName(role: 'serving' | 'rebuild', prefix: string, { fingerprint }: IndexedModel): string {
  const name = namePrefix(prefix) + fingerprint.replace(/[^a-zA-Z0-9]/g, '').slice(0, FINGERPRINT_CHARACTERS);
  return role === 'serving' ? name : `${name}_r${randomBytes(6).toString('hex')}`;
}

/** Whether the function above made the name; another index may have a prefix that starts with this one. */
export function isCollectionName(prefix: string, name: string): boolean {
  return (
    name.startsWith(namePrefix(prefix)) &&
    /^[a-zA-Z0-9]{0,12}(_r[0-9a-f]{12})?$/.test(name.slice(namePrefix(prefix).length))
  );
}

/** The name of the same collection under another prefix; undefined for one of another schema version. */
export function movedName(name: string, prefix: string): string | undefined {
  const { version, rest } =
    /_v(?<version>\d+)_(?<rest>[a-zA-Z0-9]*(?:_r[0-9a-f]{12})?)$/.exec(name)?.groups ?? {};
  return version === String(SCHEMA_VERSION) && rest !== undefined ? namePrefix(prefix) + rest : undefined;
}

const FINGERPRINT_CHARACTERS = 12;

/** A UUID (RFC 9562, version 8) made from a hash of the asset id, because Qdrant's ids are numbers or UUIDs. */
export function pointId(assetId: string): string {
  const hex = createHash('sha256').update(assetId).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
