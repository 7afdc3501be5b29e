import { FILE_PIXELS_MAX } from '@imagesearch/facets/limits';
import { decodableImage } from '@imagesearch/service-kit/image/decodable-image';
import { DECODER_BYTES_MAX } from '@imagesearch/service-kit/image/decoder-bytes';
import { imageFormatOf } from '@imagesearch/service-kit/image/image-format';
import { READABLE } from '../images/file-format.js';
import { inDecodingLane } from '../images/lanes.js';
import { AssetFault } from './asset-fault.js';

/** A gRPC message holds 8 MiB; a larger file is embedded through a smaller copy. */
const IMAGE_BYTES_MAX = 4 * 1024 * 1024;
/** What the embedding service decodes at most. */
const IMAGE_PIXELS_MAX = 20_000_000;
const IMAGE_EDGE_MAX_PX = 65_535;
/** Far more than any model or signal reads. */
const COPY_EDGE_PX = 1_600;
const COPY_QUALITY = 92;
const DECODE_TIMEOUT_S = 60;

interface EmbeddingCopy {
  image: Buffer;
  /** Of the original, after EXIF orientation; unset when the original itself is sent. */
  width?: number;
  height?: number;
  format?: string;
}

/** The bytes to embed: the file itself, or a smaller copy when the file or the image is large. @throws AssetFault */
export async function embeddingCopy(file: Buffer): Promise<EmbeddingCopy> {
  const format = imageFormatOf(file);
  if (format === undefined) throw new AssetFault(`the file is no ${READABLE} image`);
  // Metadata is removed before a decoder inflates it.
  const { bytes, size, decoderBytes } = decodableImage(file, format);
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
  const copy = () => smallerCopy(bytes);
  return { image: await (isLarge ? inDecodingLane(copy) : copy()), ...size, format };
}

/** Decodes an image as the services do, and forgets it. @throws AssetFault */
export async function decodeAll(file: Buffer): Promise<void> {
  const format = imageFormatOf(file);
  if (format !== undefined) await smallerCopy(decodableImage(file, format).bytes);
}

/** Scaled in the decoder where the format allows it, so that a camera's JPEG never lies in memory whole. */
async function smallerCopy(bytes: Buffer): Promise<Buffer> {
  // Most files are sent as they are.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(bytes, { limitInputPixels: FILE_PIXELS_MAX, failOn: 'error', pages: 1 })
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .autoOrient()
      .resize(COPY_EDGE_PX, COPY_EDGE_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: COPY_QUALITY })
      .toBuffer();
  } catch (error) {
    throw new AssetFault(`the image cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
