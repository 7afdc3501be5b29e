import { AppError, invalid, type FieldIssue } from '@imagesearch/service-kit/errors';
import { decodableImage } from '@imagesearch/service-kit/image/decodable-image';
import {
  imageFormatOf,
  SIGNATURE_BYTES,
  type ImageFormat,
} from '@imagesearch/service-kit/image/image-format';
import sharp, { type Sharp } from 'sharp';
import { THUMBNAIL_EDGE_PX, type ThumbnailFormat } from '../domain/asset-files.js';

/** Decoding needs memory per pixel; a decompression bomb is small on disk. */
const PIXELS_MAX = 20_000_000;
const DECODE_TIMEOUT_S = 20;
const WEBP_QUALITY = 80;
const JPEG_QUALITY = 82;

// libvips reads many formats; every reader except these three is blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

export interface Image {
  format: ImageFormat;
  /** As displayed: after the EXIF orientation. */
  width: number;
  height: number;
  thumbnails: Record<ThumbnailFormat, Buffer>;
}

/**
 * Decodes a whole image and makes its thumbnails, so that a truncated or damaged file is refused at ingestion.
 * @throws AppError `invalid_request` when the bytes are no readable JPEG, PNG or WebP.
 */
export async function readImage(bytes: Buffer): Promise<Image> {
  const format = bytes.byteLength < SIGNATURE_BYTES ? undefined : imageFormatOf(bytes);
  if (format === undefined) {
    throw invalid({
      ...FILE_ISSUE,
      msg: 'The file is not a JPEG, PNG or WebP picture.',
      type: 'picture_type',
    });
  }
  // Metadata is removed before a decoder inflates it; the stored file stays unchanged.
  const { bytes: pixels, size } = decodableImage(bytes, format);
  if (size === undefined) throw unreadable('The picture is damaged or cut off.');
  try {
    const [webp, jpeg] = await Promise.all([
      thumbnail(pixels).webp({ quality: WEBP_QUALITY }).toBuffer(),
      thumbnail(pixels)
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
        .toBuffer(),
    ]);
    return { format, ...size, thumbnails: { webp, jpeg } };
  } catch (error) {
    throw refusalOf(error);
  }
}

const FILE_ISSUE: Pick<FieldIssue, 'loc'> = { loc: ['chunk'] };

function open(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS_MAX, pages: 1 }).timeout({
    seconds: DECODE_TIMEOUT_S,
  });
}

function thumbnail(bytes: Buffer): Sharp {
  const edge = THUMBNAIL_EDGE_PX;
  return open(bytes).autoOrient().resize(edge, edge, { fit: 'inside', withoutEnlargement: true });
}

/** libvips has no error codes, only messages. */
function refusalOf(error: unknown): AppError {
  const reason = String(error);
  // A busy machine is not a fault of the image.
  if (reason.includes('timeout:')) {
    return new AppError('deadline_exceeded', 'The picture could not be read in time.', { cause: error });
  }
  return unreadable(
    reason.includes('pixel limit')
      ? `The picture has more than ${PIXELS_MAX} pixels.`
      : 'The picture is damaged or cut off.',
  );
}

function unreadable(msg: string): AppError {
  return invalid({ ...FILE_ISSUE, msg, type: 'picture_unreadable' });
}
