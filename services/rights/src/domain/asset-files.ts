import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';
import type { AssetFiles, Content } from './asset.js';
import { dispositionOf, plainFileName } from './file-name.js';

export type ThumbnailFormat = 'jpeg' | 'webp';

export type StoredVariant = { kind: 'original' } | { kind: 'thumbnail'; format: ThumbnailFormat };

/** `credited`: the original with its credit written into its metadata. It is made when it is read, and not stored. */
export type FileVariant = StoredVariant | { kind: 'credited' };

/** Longest edge of a thumbnail, in pixels. */
export const THUMBNAIL_EDGE_PX = 400;
export const THUMBNAIL_FORMATS: readonly ThumbnailFormat[] = ['webp', 'jpeg'];

const EXTENSION: Record<ImageFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp' };

export interface ServedFile {
  key: string;
  contentType: string;
  fileName: string;
  contentDisposition: string;
  /** A strong validator, with its quotes. */
  etag: string;
}

/** The edge is part of the key, so a thumbnail of another size has another key. */
export function blobKey({ sha256 }: Pick<Content, 'sha256'>, variant: FileVariant): string {
  const shard = `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}`;
  if (variant.kind !== 'thumbnail') return `originals/${shard}/${sha256}`;
  return `thumbnails/${shard}/${sha256}-${THUMBNAIL_EDGE_PX}.${EXTENSION[variant.format]}`;
}

export function allBlobKeys(sha256: string): string[] {
  const variants: StoredVariant[] = THUMBNAIL_FORMATS.map((format) => ({ kind: 'thumbnail', format }));
  return [...variants, { kind: 'original' } as const].map((variant) => blobKey({ sha256 }, variant));
}

/** Undefined when the file is not stored here. */
export function servedFile(asset: AssetFiles, variant: FileVariant): ServedFile | undefined {
  if (asset.content === null) return undefined;
  const isThumbnail = variant.kind === 'thumbnail';
  if (!isThumbnail && asset.delivery !== 'host') return undefined;
  const format = isThumbnail ? variant.format : asset.format;
  const label = isThumbnail ? `${THUMBNAIL_EDGE_PX}-${format}` : variant.kind;
  return {
    key: blobKey(asset.content, variant),
    contentType: `image/${format}`,
    fileName: plainFileName(asset.assetId, EXTENSION[format]),
    contentDisposition: dispositionOf(asset.assetId, EXTENSION[format]),
    etag: `"${asset.content.sha256.slice(0, 32)}-${label}"`,
  };
}
