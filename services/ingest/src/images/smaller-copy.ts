import { FILE_PIXELS_MAX } from '@imagesearch/facets/limits';
import sharp from 'sharp';

/** Far more than any model or signal reads. */
const COPY_EDGE_PX = 1_600;
const COPY_QUALITY = 92;

/**
 * A JPEG to embed. The image is scaled in the decoder where its format allows it, so that a camera's JPEG never lies in
 * memory whole. Runs in a process of its own.
 */
export async function smallerCopy(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: FILE_PIXELS_MAX, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(COPY_EDGE_PX, COPY_EDGE_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: COPY_QUALITY })
      .toBuffer();
  } catch (error) {
    throw new Error(`the image cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
