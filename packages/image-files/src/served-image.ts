import { FILE_PIXELS_MAX, METADATA_LIMITS } from '@imagesearch/facets/limits';
import { type ConvertedFormat, fileFormatOf, imageFormatOf } from './format.js';
import { decodableImage, ImageFault, SCANS_MAX } from './accept.js';
import { decodeFile } from './decoder/decode.js';

/** What the services store of a file of a collection. */
export interface ServedImage {
  /** A JPEG, PNG or WebP. */
  file: Buffer;
  /** The file of the collection, where the other one was converted from it. */
  ingested: { bytes: Buffer; format: ConvertedFormat } | null;
}

/**
 * The file itself, or a copy that every browser shows.
 * @param metadata What such a copy says of itself, as `metadataJpeg` gives it.
 * @throws ImageFault
 */
export async function servedImage(
  bytes: Buffer,
  signal: AbortSignal,
  metadata?: Buffer,
): Promise<ServedImage> {
  requireImage(bytes);
  if (imageFormatOf(bytes) !== undefined) return { file: bytes, ingested: null };
  const converted = fileFormatOf(bytes) as ConvertedFormat;
  const task = { kind: 'convert', format: converted, metadata: metadata?.toString('base64') } as const;
  return { file: await decodeFile(bytes, task, signal), ingested: { bytes, format: converted } };
}

/** A gRPC message holds 8 MiB; a larger file is embedded through a smaller copy. */
const IMAGE_BYTES_MAX = 4 * 1024 * 1024;
/** What the embedding service decodes at most. */
const IMAGE_PIXELS_MAX = 20_000_000;
const IMAGE_EDGE_MAX_PX = 65_535;

interface EmbeddingCopy {
  image: Buffer;
  /** Of the original, after EXIF orientation; unset when the original itself is sent. */
  width?: number;
  height?: number;
  format?: string;
}

/** The bytes to embed: the file itself, or a smaller copy when the file or the image is large. @throws ImageFault */
export async function embeddingCopy(file: Buffer, signal: AbortSignal): Promise<EmbeddingCopy> {
  const format = imageFormatOf(file);
  if (format === undefined) throw new ImageFault('image_format', NO_IMAGE);
  // Metadata is removed before a decoder inflates it.
  const { bytes, size, scans } = decodableImage(file, format);
  if (scans > SCANS_MAX)
    throw new ImageFault('image_too_complex', `the image has more than ${SCANS_MAX} scans`);
  if (size === undefined)
    throw new ImageFault('image_unreadable', 'the image cannot be read: it is damaged or cut off');
  const { width, height } = size;
  const pixels = width * height;
  if (pixels > FILE_PIXELS_MAX)
    throw new ImageFault(
      'image_too_many_pixels',
      `the image has ${width} × ${height} pixels, more than ${FILE_PIXELS_MAX}`,
    );
  if (Math.max(width, height) > METADATA_LIMITS.edgePxMax)
    throw new ImageFault(
      'image_too_many_pixels',
      `the image has ${width} × ${height} pixels, and an edge has ${METADATA_LIMITS.edgePxMax} at most`,
    );
  const isLarge = pixels > IMAGE_PIXELS_MAX || Math.max(width, height) > IMAGE_EDGE_MAX_PX;
  if (!isLarge && file.byteLength <= IMAGE_BYTES_MAX) return { image: file };
  return { image: await decodeFile(bytes, { kind: 'copy' }, signal), ...size, format };
}

/** Decodes an image as the services do, and forgets it. @throws ImageFault */
export async function decodeAll(file: Buffer, signal: AbortSignal): Promise<void> {
  const format = imageFormatOf(file);
  if (format !== undefined) await decodeFile(decodableImage(file, format).bytes, { kind: 'copy' }, signal);
}

const NO_IMAGE = 'the file is no JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or JPEG XL image';

/** Why a file is none of these images; undefined for one that is. */
export function faultOfFile(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return 'the file is empty';
  return fileFormatOf(bytes) === undefined ? NO_IMAGE : undefined;
}

/** @throws ImageFault */
export function requireImage(bytes: Buffer): void {
  const fault = faultOfFile(bytes);
  if (fault !== undefined) throw new ImageFault('image_format', fault);
}
