import { create as contentDisposition } from 'content-disposition';
import {
  IMAGE_FORMATS,
  THUMBNAIL_EDGES_PX,
  thumbnailFormatOf,
  VIEW_EDGE_PX,
  type ImageFormat,
} from '@imagesearch/image-files/format';
import type { Asset } from './assets.js';
import type { AssetDescription } from './metadata-schema.js';

/** `ingested`: the file that the original was converted from. `view`: as large as a screen, stored when it is first read. */
const STORED_VARIANTS = ['original', 'ingested', 'view', 'thumbnail', 'large_thumbnail'] as const;

/** `credited`: the original with its credit written into its metadata. It is made when it is read, and not stored. */
export const FILE_VARIANTS = [...STORED_VARIANTS, 'credited'] as const;
export type FileVariant = (typeof FILE_VARIANTS)[number];
export type StoredVariant = (typeof STORED_VARIANTS)[number];

/** Longest edge of a thumbnail, in pixels. */
const EDGES_PX = { thumbnail: THUMBNAIL_EDGES_PX[0], large_thumbnail: THUMBNAIL_EDGES_PX[1] };

const isThumbnail = (variant: FileVariant): variant is keyof typeof EDGES_PX => variant in EDGES_PX;

/** A small image has no larger thumbnail than its first. */
export const hasLargeThumbnail = ({ width, height }: Pick<AssetDescription, 'width' | 'height'>): boolean =>
  Math.max(width, height) > EDGES_PX.thumbnail;

const CONTENT_CHARS = 32;

export interface ServedFile {
  key: string;
  contentType: string;
  contentDisposition: string;
  /** A strong validator, with its quotes. */
  etag: string;
  /** First digits of the digest of the content that it is made of. */
  content: string;
}

export interface NamedContent {
  sha256: string;
  format: ImageFormat;
}

/** The edge is part of the key, so a thumbnail of another size has another key. */
export function blobKey({ sha256, format }: NamedContent, variant: FileVariant): string {
  const shard = `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}`;
  if (isThumbnail(variant))
    return `thumbnails/${shard}/${sha256}-${EDGES_PX[variant]}.${extensionOf(thumbnailFormatOf(format))}`;
  if (variant === 'view') return `views/${shard}/${sha256}-${VIEW_EDGE_PX}.webp`;
  return `${variant === 'ingested' ? 'ingested' : 'originals'}/${shard}/${sha256}`;
}

export function allBlobKeys(sha256: string): string[] {
  const keys = IMAGE_FORMATS.flatMap((format) =>
    STORED_VARIANTS.map((variant) => blobKey({ sha256, format }, variant)),
  );
  return [...new Set(keys)];
}

/** Undefined when the file is not stored here. */
export function servedFile(
  { description, content: stored }: Asset,
  wanted: FileVariant,
): ServedFile | undefined {
  if (stored === null) return undefined;
  if (!isThumbnail(wanted) && description.delivery !== 'host') return undefined;
  const variant = servedVariant(description, wanted);
  const format = formatOf(description, variant);
  const extension = extensionOf(format);
  const content = stored.sha256.slice(0, CONTENT_CHARS);
  const label = isThumbnail(variant) ? `${EDGES_PX[variant]}-${format}` : variant;
  return {
    key: blobKey({ ...stored, format: description.format }, variant),
    contentType: `image/${format}`,
    contentDisposition: dispositionOf(description.assetId, extension),
    etag: `"${content}-${label}"`,
    content,
  };
}

/** A browser moves it. */
const ANIMATED_FORMAT = 'gif';

function servedVariant(description: AssetDescription, wanted: FileVariant): FileVariant {
  const { originalFormat } = description;
  if (wanted === 'large_thumbnail' && !hasLargeThumbnail(description)) return 'thumbnail';
  if (wanted === 'view' && originalFormat === ANIMATED_FORMAT) return 'ingested';
  // A file that was not converted is the original itself.
  return wanted === 'ingested' && originalFormat === null ? 'original' : wanted;
}

function formatOf({ format, originalFormat }: AssetDescription, variant: FileVariant): string {
  if (isThumbnail(variant)) return thumbnailFormatOf(format);
  if (variant === 'view') return 'webp';
  return variant === 'ingested' && originalFormat !== null ? originalFormat : format;
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
