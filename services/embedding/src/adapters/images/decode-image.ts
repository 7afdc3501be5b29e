import { invalid, type AppError } from '@imagesearch/service-kit/errors';
import { decodableImage } from '@imagesearch/service-kit/image/decodable-image';
import { imageFormatOf } from '@imagesearch/service-kit/image/image-format';
import sharp, { type SharpOptions } from 'sharp';
import type { Image } from '../../domain/image.js';

/** The public contract's bounds on a reference image (specification, section 4.1). */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 20_000_000;
/** The longest edge of a JPEG. Rows of a longer image would take seconds per million. */
const EDGE_MAX_PX = 65_535;
/**
 * Longest edge of the working copy. Models and signals read at most 384 pixels; more keeps fine patterns as they are.
 */
const WORKING_EDGE_PX = 640;
/**
 * A long image gets a larger copy, up to `WORKING_EDGE_MAX_PX`, so that its short edge still fills a model's square.
 */
const WORKING_SHORT_EDGE_PX = 320;
const WORKING_EDGE_MAX_PX = 1024;

const DECODE_TIMEOUT_MS = 10_000;

const READ_OPTIONS: SharpOptions = {
  limitInputPixels: IMAGE_PIXELS_MAX,
  // A truncated file fails; a harmless oddity in its metadata does not.
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
};

/** Blocks all but three of libvips' loaders, to reduce the attack surface. No image is decoded twice, so none is kept. */
export function blockOtherLoaders(): void {
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
}

/**
 * Decodes an untrusted image once. A walk over the file's parts first removes everything that its pixels do not need.
 * @param timeoutMs Time until the call's deadline; decoding stops at the next whole second.
 * @throws AppError `invalid_request` for every fault of the image.
 */
export async function decodeImage(bytes: Uint8Array, timeoutMs: number = DECODE_TIMEOUT_MS): Promise<Image> {
  if (bytes.byteLength > IMAGE_BYTES_MAX) {
    throw unacceptable('image_too_large', `The picture has more than ${IMAGE_BYTES_MAX} bytes.`, {
      bytes_max: IMAGE_BYTES_MAX,
    });
  }
  const format = imageFormatOf(bytes);
  if (format === undefined)
    throw unacceptable('image_format', 'The picture is not a JPEG, PNG or WebP file.');

  const image = decodableImage(bytes, format);
  if (image.size === undefined) throw unreadable();
  const { width, height } = image.size;
  if (width * height > IMAGE_PIXELS_MAX) {
    throw unacceptable('image_too_many_pixels', `The picture has more than ${IMAGE_PIXELS_MAX} pixels.`, {
      pixels_max: IMAGE_PIXELS_MAX,
    });
  }
  if (Math.max(width, height) > EDGE_MAX_PX) {
    throw unacceptable('image_too_many_pixels', `The picture is longer than ${EDGE_MAX_PX} pixels.`, {
      edge_px_max: EDGE_MAX_PX,
    });
  }
  return {
    format,
    width,
    height,
    pixels: await readPixels(image.bytes, workingEdgeOf(width, height), timeoutMs),
  };
}

function workingEdgeOf(width: number, height: number): number {
  const ratio = Math.max(width, height) / Math.min(width, height);
  return Math.min(WORKING_EDGE_MAX_PX, Math.max(WORKING_EDGE_PX, Math.round(WORKING_SHORT_EDGE_PX * ratio)));
}

async function readPixels(
  bytes: Uint8Array,
  longestEdge: number,
  timeoutMs: number,
): Promise<Image['pixels']> {
  try {
    const { data, info } = await sharp(bytes, READ_OPTIONS)
      .timeout({ seconds: Math.max(1, Math.ceil(Math.min(timeoutMs, DECODE_TIMEOUT_MS) / 1000)) })
      .autoOrient()
      .resize(longestEdge, longestEdge, {
        fit: 'inside',
        withoutEnlargement: true,
        // Shrinking in the decoder changes fine patterns.
        fastShrinkOnLoad: false,
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    throw unreadable();
  }
}

function unreadable(): AppError {
  return unacceptable('image_unreadable', 'The picture is damaged or cut short.');
}

function unacceptable(type: string, msg: string, ctx?: Record<string, unknown>): AppError {
  return invalid({ loc: ['image'], msg, type, ...(ctx && { ctx }) });
}
