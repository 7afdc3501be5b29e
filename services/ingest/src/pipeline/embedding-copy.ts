import { FILE_PIXELS_MAX } from '@imagesearch/facets/limits';
import { decodableImage, SCANS_MAX } from '@imagesearch/service-kit/image/decodable-image';
import { DECODER_BYTES_MAX } from '@imagesearch/service-kit/image/decoder-bytes';
import { imageFormatOf } from '@imagesearch/service-kit/image/image-format';
import { decodeFile } from '../images/decoder.js';
import { READABLE } from '../images/file-format.js';
import { AssetFault } from './asset-fault.js';

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

/** The bytes to embed: the file itself, or a smaller copy when the file or the image is large. @throws AssetFault */
export async function embeddingCopy(file: Buffer, signal: AbortSignal): Promise<EmbeddingCopy> {
  const format = imageFormatOf(file);
  if (format === undefined) throw new AssetFault(`the file is no ${READABLE} image`);
  // Metadata is removed before a decoder inflates it.
  const { bytes, size, decoderBytes, scans } = decodableImage(file, format);
  if (scans > SCANS_MAX) throw new AssetFault(`the image has more than ${SCANS_MAX} scans`);
  if (size === undefined) throw new AssetFault('the image cannot be read: it is damaged or cut off');
  const { width, height } = size;
  const pixels = width * height;
  if (pixels > FILE_PIXELS_MAX)
    throw new AssetFault(`the image has ${width} × ${height} pixels, more than ${FILE_PIXELS_MAX}`);
  if (decoderBytes > DECODER_BYTES_MAX)
    throw new AssetFault(
      `the image has ${width} × ${height} pixels in a form that is decoded as a whole, which is too large; save it as a baseline JPEG`,
    );
  const isLarge = pixels > IMAGE_PIXELS_MAX || Math.max(width, height) > IMAGE_EDGE_MAX_PX;
  if (!isLarge && file.byteLength <= IMAGE_BYTES_MAX) return { image: file };
  return { image: await decodeFile(bytes, { kind: 'copy' }, signal), ...size, format };
}

/** Decodes an image as the services do, and forgets it. @throws AssetFault */
export async function decodeAll(file: Buffer, signal: AbortSignal): Promise<void> {
  const format = imageFormatOf(file);
  if (format !== undefined) await decodeFile(decodableImage(file, format).bytes, { kind: 'copy' }, signal);
}
