import { decodableImage } from '@imagesearch/service-kit/image/decodable-image';
import { imageFormatOf } from '@imagesearch/service-kit/image/image-format';
import sharp from 'sharp';
import { AssetFault } from './asset-fault.js';

/** A gRPC message holds 8 MiB; a larger file is embedded through a smaller copy. */
const IMAGE_BYTES_MAX = 4 * 1024 * 1024;
/** Far more than any model or signal reads. */
const COPY_EDGE_PX = 1_600;
const COPY_QUALITY = 92;
/** The same bound as in the services. */
const PIXELS_MAX = 20_000_000;
const DECODE_TIMEOUT_S = 20;

interface EmbeddingCopy {
  image: Buffer;
  /** Of the original, after EXIF orientation; unset when the original itself is sent. */
  width?: number;
  height?: number;
  format?: string;
}

/** A file above the limit is replaced by a smaller copy. @throws AssetFault */
export async function embeddingCopy(file: Buffer): Promise<EmbeddingCopy> {
  if (file.byteLength <= IMAGE_BYTES_MAX) return { image: file };
  const format = imageFormatOf(file);
  if (format === undefined) throw new AssetFault('the file is not a JPEG, PNG or WebP picture');
  // Metadata is removed before a decoder inflates it.
  const { bytes, size } = decodableImage(file, format);
  if (size === undefined) throw new AssetFault('the picture cannot be read: it is damaged or truncated');
  try {
    const image = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .autoOrient()
      .resize(COPY_EDGE_PX, COPY_EDGE_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: COPY_QUALITY })
      .toBuffer();
    return { image, ...size, format };
  } catch (error) {
    throw new AssetFault(`the picture cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
