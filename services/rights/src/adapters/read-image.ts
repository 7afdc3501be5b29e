import { AppError, invalid, type FieldIssue } from '@imagesearch/service-kit/errors';
import { decodableImage } from '@imagesearch/service-kit/image/decodable-image';
import { DECODER_BYTES_MAX } from '@imagesearch/service-kit/image/decoder-bytes';
import {
  imageFormatOf,
  SIGNATURE_BYTES,
  type ImageFormat,
} from '@imagesearch/service-kit/image/image-format';
import type { DecodedCopy, RecentDecodes } from '@imagesearch/service-kit/image/recent-decodes';
import type { ImageSize } from '@imagesearch/service-kit/image/image-size';
import { FILE_PIXELS_MAX } from '@imagesearch/facets/limits';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import sharp, { type Sharp } from 'sharp';
import { THUMBNAIL_EDGE_PX, type ThumbnailFormat } from '../domain/asset-files.js';

const DECODE_TIMEOUT_S = 60;
/** Images above either bound are decoded one at a time. */
const SMALL_PIXELS_MAX = 20_000_000;
const SMALL_DECODER_BYTES_MAX = 80_000_000;
const large = createSemaphore(1);
/** More effort takes twice the time for 3 % of the bytes. */
const WEBP = { quality: 80, effort: 2 };
/** MozJPEG's table without its search, which takes five times as long for a sixth of the bytes. */
const JPEG = { quality: 82, quantisationTable: 3 };

// No image is decoded twice, so none is kept.
sharp.cache(false);
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
 * Decodes a whole image and makes its thumbnails, so that a truncated or damaged file is refused at ingestion. A file that this
 * process has just decoded as strictly is not decoded again.
 * @throws AppError `invalid_request` when the bytes are no readable JPEG, PNG or WebP.
 */
export async function readImage(bytes: Buffer, recentDecodes?: RecentDecodes): Promise<Image> {
  const format = bytes.byteLength < SIGNATURE_BYTES ? undefined : imageFormatOf(bytes);
  if (format === undefined) {
    throw invalid({
      ...FILE_ISSUE,
      msg: 'The file is not a JPEG, PNG or WebP picture.',
      type: 'picture_type',
    });
  }
  // Metadata is removed before a decoder inflates it; the stored file stays unchanged.
  const { bytes: pixels, size, decoderBytes } = decodableImage(bytes, format);
  if (size === undefined) throw unreadable('The picture is damaged or cut off.');
  const pixelCount = size.width * size.height;
  if (pixelCount > FILE_PIXELS_MAX) throw unreadable(`The picture has more than ${FILE_PIXELS_MAX} pixels.`);
  if (decoderBytes > DECODER_BYTES_MAX)
    throw unreadable(`The picture needs more than ${DECODER_BYTES_MAX} bytes of memory to decode.`);
  const isSmall = pixelCount <= SMALL_PIXELS_MAX && decoderBytes <= SMALL_DECODER_BYTES_MAX;
  const copy = recentDecodes?.take(bytes);
  const read = () => thumbnailsOf(copy === undefined ? thumbnail(pixels) : thumbnailOfCopy(copy, size));
  try {
    return { format, ...size, thumbnails: await (isSmall ? read() : large.run(read)) };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Decodes once; both thumbnails are made of the small copy. */
async function thumbnailsOf(thumbnail: Sharp): Promise<Image['thumbnails']> {
  const { data, info } = await thumbnail.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const [webp, jpeg] = await Promise.all([
    sharp(data, { raw }).webp(WEBP).toBuffer(),
    sharp(data, { raw }).flatten({ background: '#ffffff' }).jpeg(JPEG).toBuffer(),
  ]);
  return { webp, jpeg };
}

const FILE_ISSUE: Pick<FieldIssue, 'loc'> = { loc: ['chunk'] };

function open(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: 'error', limitInputPixels: FILE_PIXELS_MAX, pages: 1 }).timeout({
    seconds: DECODE_TIMEOUT_S,
  });
}

function thumbnail(bytes: Buffer): Sharp {
  const edge = THUMBNAIL_EDGE_PX;
  return open(bytes).autoOrient().resize(edge, edge, { fit: 'inside', withoutEnlargement: true });
}

/** As large as the thumbnail of the image itself. */
function thumbnailOfCopy({ data, ...copy }: DecodedCopy, { width, height }: ImageSize): Sharp {
  const scale = Math.min(1, THUMBNAIL_EDGE_PX / Math.max(width, height));
  const scaled = (edge: number): number => Math.max(1, Math.round(scale * edge));
  return sharp(data, { raw: { ...copy, channels: 3 } }).resize(scaled(width), scaled(height), {
    fit: 'fill',
  });
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
      ? `The picture has more than ${FILE_PIXELS_MAX} pixels.`
      : 'The picture is damaged or cut off.',
  );
}

function unreadable(msg: string): AppError {
  return invalid({ ...FILE_ISSUE, msg, type: 'picture_unreadable' });
}
