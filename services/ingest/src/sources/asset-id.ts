import { createHash } from 'node:crypto';
import { AssetFault } from '../pipeline/asset-fault.js';

const ID_CHARS_MAX = 200;
const SOURCE_CHARS_MAX = 64;
/** Narrower than the services' own grammar: fit for an address, a header and a file name alike, without escaping. */
const ID = /^[A-Za-z0-9](?:[A-Za-z0-9._~-]*[A-Za-z0-9_~-])?$/;
const SOURCE = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const DIGEST_CHARS = 12;

/**
 * `<source>:<id>`, for an id that comes from outside.
 * @throws AssetFault when it holds more than letters, digits, `.`, `_`, `~` and `-`, holds `..`, or is too long.
 */
export function assetIdOf(source: string, id: string): string {
  if (id.length > ID_CHARS_MAX) throw new AssetFault(`the id is longer than ${ID_CHARS_MAX} characters`);
  if (!ID.test(id) || id.includes('..')) {
    throw new AssetFault(
      'an id begins with a letter or digit and holds letters, digits, ".", "_", "~" and "-" only',
    );
  }
  return `${source}:${id}`;
}

export function isSource(text: string): boolean {
  return SOURCE.test(text);
}

/**
 * An id for a file by its path below the collection's folder (`birds/barn owl.jpg` → `birds~barn-owl.jpg-` and a
 * digest). A path that can be read back from its id has no digest; all others have one, so that no two share an id.
 */
export function idOfPath(path: string): string {
  const plain = path.replaceAll('/', '~');
  if (plain.length <= ID_CHARS_MAX && ID.test(plain) && !plain.includes('..') && !path.includes('~'))
    return plain;
  const digest = createHash('sha256').update(path).digest('hex').slice(0, DIGEST_CHARS);
  const readable = toAscii(plain).slice(0, ID_CHARS_MAX - DIGEST_CHARS - 1);
  return readable === '' ? digest : `${readable}-${digest}`;
}

/** A source identifier made of a folder's or a file's name; undefined when nothing of it can be used. */
export function sourceOfName(name: string): string | undefined {
  const source = toAscii(name).toLowerCase().replaceAll('~', '-').slice(0, SOURCE_CHARS_MAX);
  return isSource(source) ? source : undefined;
}

function toAscii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._~-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^A-Za-z0-9]+/, '');
}
