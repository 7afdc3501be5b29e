import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { assertLive } from '@imagesearch/service-kit/call-context';
import { invalid, type AppError } from '@imagesearch/service-kit/errors';
import { decodableImage, SCANS_MAX, tooManyScans } from '@imagesearch/image-files/accept';
import { DecodeFailure, DecoderPool, noDecoder } from '@imagesearch/image-files/decoder/pool';
import { imageFormatOf } from '@imagesearch/image-files/format';
import type { Image, DecodeImage } from '../../domain/image.js';
import type { PixelSize, PixelTask } from '@imagesearch/image-files/decoder/pixels';

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

/** A process starts from a built file, also where this module runs from its source. */
const PROGRAM = join(import.meta.dirname, '../../../dist/decoder-main.js');
const PROCESSES = Math.min(4, Math.max(2, availableParallelism()));
/** Twice the most that 20 megapixels need: a process that has decoded many images keeps some of their memory. */
const PROCESS_MIB = 704;
/** Of a caller's time. 20 megapixels take about a second, and the answer to an image that is killed still arrives. */
const TIME_SHARE = 0.5;
/** Images above it leave one process to the others, so that nobody's photograph waits for them. */
const SMALL_PIXELS_MAX = 8_000_000;

export interface ImageDecoder {
  decode: DecodeImage;
  close(): void;
}

/** Decodes untrusted images, each once, in processes that are killed when they take too long. */
export function createImageDecoder(): ImageDecoder {
  const pool = new DecoderPool<PixelTask, PixelSize>({
    program: PROGRAM,
    processes: PROCESSES,
    memoryMib: PROCESS_MIB,
  });
  return {
    decode: async (file, call) => {
      const { format, width, height, bytes } = acceptable(file);
      const task = { edgePx: workingEdgeOf(width, height), pixelsMax: IMAGE_PIXELS_MAX };
      const timeoutMs = TIME_SHARE * (call.deadlineAt - Date.now());
      const isLarge = width * height > SMALL_PIXELS_MAX;
      try {
        const read = await pool.decode(bytes, task, { call, timeoutMs, isLarge });
        return { format, width, height, pixels: { data: read.bytes, ...read.facts } };
      } catch (error) {
        if (!(error instanceof DecodeFailure)) throw error;
        if (error.reason === 'refused') throw unreadable();
        if (error.reason === 'unavailable') throw noDecoder(error);
        // Nobody waits for an image whose call is over.
        assertLive(call);
        throw unacceptable('image_too_complex', 'The image takes too much time or memory to decode.');
      }
    },
    close: () => pool.close(),
  };
}

/**
 * An image within the bounds. A walk over the file's parts first removes everything that its pixels do not need.
 * @throws AppError `invalid_request` for every fault that shows before the image is decoded.
 */
function acceptable(file: Uint8Array): Omit<Image, 'pixels'> & { bytes: Buffer } {
  if (file.byteLength > IMAGE_BYTES_MAX) {
    throw unacceptable('image_too_large', `The image has more than ${IMAGE_BYTES_MAX} bytes.`, {
      bytes_max: IMAGE_BYTES_MAX,
    });
  }
  const format = imageFormatOf(file);
  if (format === undefined) throw unacceptable('image_format', 'The image is not a JPEG, PNG or WebP file.');

  const { bytes, size, scans } = decodableImage(file, format);
  if (scans > SCANS_MAX) throw tooManyScans();
  if (size === undefined) throw unreadable();
  const { width, height } = size;
  if (width * height > IMAGE_PIXELS_MAX) {
    throw unacceptable('image_too_many_pixels', `The image has more than ${IMAGE_PIXELS_MAX} pixels.`, {
      pixels_max: IMAGE_PIXELS_MAX,
    });
  }
  if (Math.max(width, height) > EDGE_MAX_PX) {
    throw unacceptable('image_too_many_pixels', `The image is longer than ${EDGE_MAX_PX} pixels.`, {
      edge_px_max: EDGE_MAX_PX,
    });
  }
  return { format, width, height, bytes };
}

function workingEdgeOf(width: number, height: number): number {
  const ratio = Math.max(width, height) / Math.min(width, height);
  return Math.min(WORKING_EDGE_MAX_PX, Math.max(WORKING_EDGE_PX, Math.round(WORKING_SHORT_EDGE_PX * ratio)));
}

function unreadable(): AppError {
  return unacceptable('image_unreadable', 'The image is damaged or cut short.');
}

function unacceptable(type: string, msg: string, ctx?: Record<string, unknown>): AppError {
  return invalid({ loc: ['image'], msg, type, ...(ctx && { ctx }) });
}
