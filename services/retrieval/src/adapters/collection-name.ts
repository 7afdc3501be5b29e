import { randomBytes } from 'node:crypto';

/**
 * Changes with the fields of a point or the rule that makes terms, where what is stored cannot be read any more. An
 * index of another version is left alone and not read: it has to be filled again.
 */
export const SCHEMA_VERSION = 1;

/** What every index of this schema is named with. */
export function namePrefix(prefix: string): string {
  return `${prefix}_v${SCHEMA_VERSION}_`;
}

/** A table or collection name that shows which model filled it. */
export function collectionName(prefix: string, modelFingerprint: string): string {
  return namePrefix(prefix) + modelFingerprint.replace(/[^a-zA-Z0-9]/g, '').slice(0, FINGERPRINT_CHARACTERS);
}

/** Of a collection that is built beside one of the same model. */
export function rebuildName(prefix: string, modelFingerprint: string): string {
  return `${collectionName(prefix, modelFingerprint)}_r${randomBytes(6).toString('hex')}`;
}

/** Whether a name is one of the above; a longer prefix of somebody else's makes another name. */
export function isCollectionName(prefix: string, name: string): boolean {
  return (
    name.startsWith(namePrefix(prefix)) &&
    /^[a-zA-Z0-9]{0,12}(_r[0-9a-f]{12})?$/.test(name.slice(namePrefix(prefix).length))
  );
}

const FINGERPRINT_CHARACTERS = 12;
