import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';
import type { AssetFiles, Content } from './asset.js';
import { dispositionOf, plainFileName } from './file-name.js';

export type ThumbnailFormat = 'jpeg' | 'webp';

export type FileVariant = { kind: 'original' } | { kind: 'thumbnail'; format: ThumbnailFormat };

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
  if (variant.kind === 'original') return `originals/${shard}/${sha256}`;
  return `thumbnails/${shard}/${sha256}-${THUMBNAIL_EDGE_PX}.${EXTENSION[variant.format]}`;
}

export function allBlobKeys(sha256: string): string[] {
  const variants: FileVariant[] = THUMBNAIL_FORMATS.map((format) => ({ kind: 'thumbnail', format }));
  return [...variants, { kind: 'original' } as const].map((variant) => blobKey({ sha256 }, variant));
}

/** Undefined when the file is not stored here. */
export function servedFile(asset: AssetFiles, variant: FileVariant): ServedFile | undefined {
  if (asset.content === null) return undefined;
  if (variant.kind === 'original' && asset.delivery !== 'host') return undefined;
  const format = variant.kind === 'original' ? asset.format : variant.format;
  const label = variant.kind === 'original' ? 'original' : `${THUMBNAIL_EDGE_PX}-${format}`;
  return {
    key: blobKey(asset.content, variant),
    contentType: `image/${format}`,
    fileName: plainFileName(asset.assetId, EXTENSION[format]),
    contentDisposition: dispositionOf(asset.assetId, EXTENSION[format]),
    etag: `"${asset.content.sha256.slice(0, 32)}-${label}"`,
  };
}
