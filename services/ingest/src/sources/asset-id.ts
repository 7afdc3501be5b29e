import { createHash } from 'node:crypto';
import anyAscii from 'any-ascii';
import { AssetFault } from '../asset-failure.js';

const ID_CHARS_MAX = 200;
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
  const isExact = !path.includes('~') && !plain.includes('..');
  if (isExact && plain.length <= ID_CHARS_MAX && ID.test(plain)) return plain;
  const digest = createHash('sha256').update(path).digest('hex').slice(0, DIGEST_CHARS);
  const readable = toAscii(plain).slice(0, ID_CHARS_MAX - DIGEST_CHARS - 1);
  return readable === '' ? digest : `${readable}-${digest}`;
}

/** Whether all that is said of a file is in the path that its id was made of. Other letters than Latin ones do not count. */
export function isOfPath(
  assetId: string,
  texts: { title: string; tags: readonly string[]; description: string },
): boolean {
  const lettersOf = (text: string): string =>
    toAscii(text)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '');
  const path = lettersOf(assetId);
  return (
    texts.description === '' && [texts.title, ...texts.tags].every((text) => path.includes(lettersOf(text)))
  );
}

function toAscii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._~-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^A-Za-z0-9]+/, '');
}

const SOURCE_CHARS_MAX = 64;
const NAME_DIGEST_CHARS = 8;

/** A source identifier for a folder or a file: its name in Latin letters (`写真` → `xiezhen`), or a digest of it. */
export function sourceOfName(name: string, fallback: 'folder' | 'manifest'): string {
  const source = anyAscii(name.normalize('NFC'))
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, SOURCE_CHARS_MAX);
  if (isSource(source)) return source;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, NAME_DIGEST_CHARS);
  return `${fallback}-${digest}`;
}
