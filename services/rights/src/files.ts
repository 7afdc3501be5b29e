import contentDisposition from 'content-disposition';
import type { AssetFiles, Content } from './assets.js';

export type ThumbnailFormat = 'jpeg' | 'webp';

/** `ingested`: the file that the original was converted from. `view`: as large as a screen, stored when it is first read. */
export type StoredVariant =
  | { kind: 'original' }
  | { kind: 'ingested' }
  | { kind: 'view' }
  | { kind: 'thumbnail'; format: ThumbnailFormat };

/** `credited`: the original with its credit written into its metadata. It is made when it is read, and not stored. */
export type FileVariant = StoredVariant | { kind: 'credited' };

/** Longest edge of a thumbnail, in pixels. */
export const THUMBNAIL_EDGE_PX = 400;
/** Longest edge of a view, in pixels. */
export const VIEW_EDGE_PX = 1_600;
const CONTENT_CHARS = 32;
export const THUMBNAIL_FORMATS: readonly ThumbnailFormat[] = ['webp', 'jpeg'];

export interface ServedFile {
  key: string;
  contentType: string;
  fileName: string;
  contentDisposition: string;
  /** A strong validator, with its quotes. */
  etag: string;
  /** First digits of the digest of the content that it is made of. */
  content: string;
}

/** The edge is part of the key, so a thumbnail of another size has another key. */
export function blobKey({ sha256 }: Pick<Content, 'sha256'>, variant: FileVariant): string {
  const shard = `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}`;
  if (variant.kind === 'thumbnail')
    return `thumbnails/${shard}/${sha256}-${THUMBNAIL_EDGE_PX}.${extensionOf(variant.format)}`;
  if (variant.kind === 'view') return `views/${shard}/${sha256}-${VIEW_EDGE_PX}.webp`;
  return `${variant.kind === 'ingested' ? 'ingested' : 'originals'}/${shard}/${sha256}`;
}

export function allBlobKeys(sha256: string): string[] {
  const variants: StoredVariant[] = THUMBNAIL_FORMATS.map((format) => ({ kind: 'thumbnail', format }));
  return [...variants, ORIGINAL, INGESTED, { kind: 'view' } as const].map((variant) =>
    blobKey({ sha256 }, variant),
  );
}

/** Undefined when the file is not stored here. */
export function servedFile(asset: AssetFiles, wanted: FileVariant): ServedFile | undefined {
  if (asset.content === null) return undefined;
  if (wanted.kind !== 'thumbnail' && asset.delivery !== 'host') return undefined;
  const variant = servedVariant(asset, wanted);
  const format = formatOf(asset, variant);
  const extension = extensionOf(format);
  const content = asset.content.sha256.slice(0, CONTENT_CHARS);
  const label = variant.kind === 'thumbnail' ? `${THUMBNAIL_EDGE_PX}-${format}` : variant.kind;
  return {
    key: blobKey(asset.content, variant),
    contentType: `image/${format}`,
    fileName: plainFileName(asset.assetId, extension),
    contentDisposition: dispositionOf(asset.assetId, extension),
    etag: `"${content}-${label}"`,
    content,
  };
}

const ORIGINAL: StoredVariant = { kind: 'original' };
const INGESTED: StoredVariant = { kind: 'ingested' };
/** A browser moves it. */
const ANIMATED_FORMAT = 'gif';

function servedVariant({ originalFormat }: AssetFiles, wanted: FileVariant): FileVariant {
  if (wanted.kind === 'view' && originalFormat === ANIMATED_FORMAT) return INGESTED;
  // A file that was not converted is the original itself.
  return wanted.kind === 'ingested' && originalFormat === null ? ORIGINAL : wanted;
}

function formatOf({ format, originalFormat }: AssetFiles, variant: FileVariant): string {
  if (variant.kind === 'thumbnail') return variant.format;
  if (variant.kind === 'view') return 'webp';
  return variant.kind === 'ingested' && originalFormat !== null ? originalFormat : format;
}

const extensionOf = (format: string): string => (format === 'jpeg' ? 'jpg' : format);

const NAME_CHARS_MAX = 100;

/** ASCII letters, digits, `.`, `_` and `-` without a leading dot: valid in a header and on any file system. */
function plainFileName(assetId: string, extension: string): string {
  return `${trimmed(ownName(assetId).replace(/[^A-Za-z0-9._-]+/g, '-'))}.${extension}`;
}

/** An id that is the path of a file within its collection: `photos:trip~beach.jpg`. */
const PATH_ID =
  /^[^:]*:(?:.*~)?(?<name>[^~]+)\.(?:jpe?g|jfif|png|webp|gif|hei[cf]|hif|avif|tiff?|bmp|dib|jxl)$/i;

/** The name that the file came with, without its extension; else the whole id. */
function ownName(assetId: string): string {
  return PATH_ID.exec(assetId)?.groups?.['name'] ?? assetId;
}

/**
 * Content-Disposition (RFC 6266): the plain name for every client, and a second name with letters of any script where
 * the id has some. Neither holds path separators, invisible characters or direction marks.
 */
function dispositionOf(assetId: string, extension: string): string {
  const name = `${trimmed(
    ownName(assetId)
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-'),
  )}.${extension}`;
  return contentDisposition(name, { type: 'inline', fallback: plainFileName(assetId, extension) });
}

function trimmed(name: string): string {
  const start = name.replace(/\.{2,}/g, '.').replace(/^[.-]+/, '');
  const characters = Array.from(start).slice(0, NAME_CHARS_MAX).join('');
  return characters.replace(/[.-]+$/, '') || 'image';
}
