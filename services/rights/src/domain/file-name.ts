import contentDisposition from 'content-disposition';

const NAME_CHARS_MAX = 100;

/** ASCII letters, digits, `.`, `_` and `-` without a leading dot: valid in a header and on any file system. */
export function plainFileName(assetId: string, extension: string): string {
  return `${trimmed(assetId.replace(/[^A-Za-z0-9._-]+/g, '-'))}.${extension}`;
}

/**
 * Content-Disposition (RFC 6266): the plain name for every client, and a second name with letters of any script where
 * the id has some. Neither holds path separators, invisible characters or direction marks.
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
