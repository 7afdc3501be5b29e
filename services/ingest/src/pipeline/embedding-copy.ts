import sharp from 'sharp';
import { ItemFault } from './item-fault.js';

/** One message between services holds 8 MiB; a larger file is looked at through a smaller copy. */
const IMAGE_BYTES_MAX = 4 * 1024 * 1024;
/** Far above what any model or signal reads of a picture. */
const COPY_EDGE_PX = 1_600;
const COPY_QUALITY = 92;
/** The services' own bound. */
const PIXELS_MAX = 20_000_000;

interface EmbeddingCopy {
  image: Buffer;
  /** Of the original, after EXIF orientation; unset when the original is what is sent. */
  width?: number;
  height?: number;
  format?: string;
}

/** The bytes to embed a picture by: its own, or those of a smaller copy when the file is large. @throws ItemFault */
export async function embeddingCopy(file: Buffer): Promise<EmbeddingCopy> {
  if (file.byteLength <= IMAGE_BYTES_MAX) return { image: file };
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 } as const;
  try {
    const { format, autoOrient } = await sharp(file, options).metadata();
    const image = await sharp(file, options)
      .autoOrient()
      .resize(COPY_EDGE_PX, COPY_EDGE_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: COPY_QUALITY })
      .toBuffer();
    return { image, width: autoOrient.width, height: autoOrient.height, format };
  } catch (error) {
    throw new ItemFault(`the picture cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
