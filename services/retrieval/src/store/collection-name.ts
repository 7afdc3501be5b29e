/**
 * Changes with the fields of a point or the rule that makes terms. An index of another version is left
 * alone and not read: it has to be filled anew.
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

const FINGERPRINT_CHARACTERS = 12;
