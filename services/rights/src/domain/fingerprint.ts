import { createHash } from 'node:crypto';
import type { AssetDescription, Content, Rights } from './asset.js';

/** SHA-256 over everything that is stored of an asset: with an equal fingerprint nothing has to be written. */
export function fingerprintOf(
  description: AssetDescription,
  rights: Rights,
  content: Content | null,
): string {
  const whole = [sorted(description), sorted(rights), content];
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex');
}

/** Sorts fields, so that equal objects give equal text. */
function sorted(value: object): [string, unknown][] {
  return Object.entries(value)
    .map(([key, field]: [string, unknown]): [string, unknown] => [
      key,
      isRecord(field) ? sorted(field) : field,
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
