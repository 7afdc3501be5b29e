import { join } from 'node:path';
import { FILE_PIXELS_MAX } from '@imagesearch/facets/limits';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { invalid, type AppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import { decodableImage, SCANS_MAX } from '@imagesearch/image-files/accept';
import { DecodeFailure, DecoderPool, noDecoder } from '@imagesearch/image-files/decoder/pool';
import { type ImageSize, partsOf } from '@imagesearch/image-files/parts';
import { imageFormatOf, SIGNATURE_BYTES, type ImageFormat } from '@imagesearch/image-files/format';
import type { DecodedCopy, RecentDecodes } from '@imagesearch/image-files/recent-decodes';
import sharp, { type Sharp } from 'sharp';
import { thumbnailXmp } from './credited/marks.js';
import type { ShrinkTask, ShrunkSize } from './decoder-main.js';
import { THUMBNAIL_EDGE_PX, VIEW_EDGE_PX, type ThumbnailFormat } from './files.js';

/** A process starts from a built file, also where this module runs from its source. */
const PROGRAM = join(import.meta.dirname, '../dist/decoder-main.js');
const PROCESSES = 2;
/** 512 for an image that is decoded as a whole, beside the program's own 100 and what earlier images left. */
const PROCESS_MIB = 704;
const DECODE_TIMEOUT_MS = 60_000;
/** Files come together, and then none for hours. */
const IDLE_MS = 30_000;
/** Images above it are decoded one at a time. */
const SMALL_PIXELS_MAX = 20_000_000;
/** More effort takes twice the time for 3 % of the bytes. */
const WEBP = { quality: 80, effort: 2 };
/** MozJPEG's table without its search, which takes five times as long for a sixth of the bytes. */
const JPEG = { quality: 82, quantisationTable: 3 };

interface Image {
  format: ImageFormat;
  /** As displayed: after the EXIF orientation. */
  width: number;
  height: number;
  thumbnail: Buffer;
}

export interface ImageReader {
  /**
   * Decodes a whole image and makes its thumbnail, so that a truncated or damaged file is refused at ingestion. A file that this
   * process has just decoded as strictly is not decoded again.
   * @throws AppError `invalid_request` when the bytes are no readable JPEG, PNG or WebP.
   */
  read: (bytes: Buffer, thumbnail: ThumbnailFormat, call: CallContext) => Promise<Image>;
  /** The image as a WebP of at most `VIEW_EDGE_PX`; a WebP that moves as it is. @throws as `read` does */
  view: (bytes: Buffer, call: CallContext) => Promise<Buffer>;
  close: () => void;
}

/** Reads untrusted files in processes that are killed when they take too long. */
export function createImageReader(recentDecodes?: RecentDecodes): ImageReader {
  const pool = new DecoderPool<ShrinkTask, ShrunkSize>({
    program: PROGRAM,
    processes: PROCESSES,
    memoryMib: PROCESS_MIB,
    idleMs: IDLE_MS,
  });
  const shrink = async (
    { bytes, isLarge }: AcceptableImage,
    edgePx: number,
    call: CallContext,
  ): Promise<Sharp> => {
    const task = { edgePx, pixelsMax: FILE_PIXELS_MAX };
    try {
      const shrunk = await pool.decode(bytes, task, { call, timeoutMs: DECODE_TIMEOUT_MS, isLarge });
      return sharp(shrunk.bytes, { raw: shrunk.facts });
    } catch (error) {
      throw error instanceof DecodeFailure ? refusalOf(error, call) : error;
    }
  };
  return {
    read: async (file, thumbnailFormat, call) => {
      const image = acceptable(file);
      const { format, size } = image;
      const copy = recentDecodes?.take(file);
      const small =
        copy === undefined ? await shrink(image, THUMBNAIL_EDGE_PX, call) : shrinkCopy(copy, size);
      const thumbnail = ENCODE[thumbnailFormat](small);
      return { format, ...size, thumbnail: await marked(thumbnail, thumbnailXmp(file, format)).toBuffer() };
    },
    view: async (file, call) => {
      const image = acceptable(file);
      if (isAnimated(file, image.format)) return file;
      const view = (await shrink(image, VIEW_EDGE_PX, call)).webp(WEBP);
      return marked(view, thumbnailXmp(file, image.format)).toBuffer();
    },
    close: () => pool.close(),
  };
}

interface AcceptableImage {
  format: ImageFormat;
  /** Without metadata, which a decoder would inflate; the stored file stays unchanged. */
  bytes: Buffer;
  size: ImageSize;
  isLarge: boolean;
}

/** @throws AppError `invalid_request` for every fault that shows before the image is decoded. */
function acceptable(file: Buffer): AcceptableImage {
  const format = file.byteLength < SIGNATURE_BYTES ? undefined : imageFormatOf(file);
  if (format === undefined) {
    throw invalid({
      ...FILE_ISSUE,
      msg: 'The file is not a JPEG, PNG or WebP image.',
      type: 'picture_type',
    });
  }
  const { bytes, size, scans } = decodableImage(file, format);
  if (scans > SCANS_MAX) throw unreadable(`The image has more than ${SCANS_MAX} scans.`);
  if (size === undefined) throw unreadable('The image is damaged or cut off.');
  const pixelCount = size.width * size.height;
  if (pixelCount > FILE_PIXELS_MAX) throw unreadable(`The image has more than ${FILE_PIXELS_MAX} pixels.`);
  return { format, bytes, size, isLarge: pixelCount > SMALL_PIXELS_MAX };
}

const ENCODE: Record<ThumbnailFormat, (image: Sharp) => Sharp> = {
  jpeg: (image) => image.jpeg(JPEG),
  webp: (image) => image.webp(WEBP),
};

/** It carries the marks of the file. */
function marked(image: Sharp, xmp: string | undefined): Sharp {
  return xmp === undefined ? image : image.withXmp(xmp);
}

function isAnimated(file: Buffer, format: ImageFormat): boolean {
  return format === 'webp' && [...partsOf(file, format)].some(({ kind }) => kind === 'ANIM');
}

const FILE_ISSUE: Pick<FieldIssue, 'loc'> = { loc: ['chunk'] };

/** As large as the thumbnail of the image itself. */
function shrinkCopy({ data, ...copy }: DecodedCopy, { width, height }: ImageSize): Sharp {
  const scale = Math.min(1, THUMBNAIL_EDGE_PX / Math.max(width, height));
  const scaled = (edge: number): number => Math.max(1, Math.round(scale * edge));
  return sharp(data, { raw: { ...copy, channels: 3 } }).resize(scaled(width), scaled(height), {
    fit: 'fill',
  });
}

function refusalOf(failure: DecodeFailure, call: CallContext): AppError {
  const { reason, message } = failure;
  if (reason === 'unavailable') return noDecoder(failure);
  if (reason === 'refused')
    return unreadable(
      message.includes('pixel limit')
        ? `The image has more than ${FILE_PIXELS_MAX} pixels.`
        : 'The image is damaged or cut off.',
    );
  // A call that is over says nothing about its image.
  assertLive(call);
  return unreadable('The image takes too much time or memory to decode.');
}

function unreadable(msg: string): AppError {
  return invalid({ ...FILE_ISSUE, msg, type: 'picture_unreadable' });
}
