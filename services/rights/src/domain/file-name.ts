import contentDisposition from 'content-disposition';

const NAME_CHARS_MAX = 100;

/** Letters, digits, `.`, `_` and `-` of ASCII only, and no leading dot: fit for a header and for any file system. */
export function plainFileName(assetId: string, extension: string): string {
  return `${trimmed(assetId.replace(/[^A-Za-z0-9._-]+/g, '-'))}.${extension}`;
}

/**
 * How a browser shows the file and what it would save it as (RFC 6266): the plain name for every client, and beside it
 * the letters of any script where an id has some. Nothing that separates paths, hides or turns text around is in either.
 */
export function dispositionOf(assetId: string, extension: string): string {
  const name = `${trimmed(assetId.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-'))}.${extension}`;
  return contentDisposition(name, { type: 'inline', fallback: plainFileName(assetId, extension) });
}

function trimmed(name: string): string {
  const start = name.replace(/\.{2,}/g, '.').replace(/^[.-]+/, '');
  const characters = Array.from(start).slice(0, NAME_CHARS_MAX).join('');
  return characters.replace(/[.-]+$/, '') || 'image';
}
