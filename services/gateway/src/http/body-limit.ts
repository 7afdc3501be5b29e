import { AppError } from '@imagesearch/service-kit/errors';

const KIB = 1024;
const MIB = 1024 * KIB;

/** All fields except `image_base64`, at their longest and with every character escaped, take 45 KiB. */
export const TEXT_BYTES_MAX = 64 * KIB;
/** Fits an image of 5 MiB as base64 (6.7 MiB) with escaped slashes and line breaks, and the other fields. */
export const IMAGE_BODY_BYTES_MAX = 8 * MIB;

/** Fits an image of 25 MiB as base64 in the same way, and what is said of it. */
export const UPLOAD_BODY_BYTES_MAX = 36 * MIB;
/** What is said of an image, at its longest, with three bytes for each character. */
export const EDIT_BODY_BYTES_MAX = 256 * KIB;

export interface BodyLimit {
  bytesMax: number;
  /** Added to the error's `ctx`. */
  ctx?: Record<string, unknown>;
}

export function bodyTooLarge({ bytesMax, ctx = {} }: BodyLimit): AppError {
  return new AppError('body_too_large', `The body is larger than ${inUnits(bytesMax)}.`, {
    ctx: { bytes_max: bytesMax, ...ctx },
  });
}

export function textTooLarge(): AppError {
  return new AppError(
    'body_too_large',
    `The body without image_base64 is larger than ${inUnits(TEXT_BYTES_MAX)}.`,
    { ctx: { bytes_max: TEXT_BYTES_MAX } },
  );
}

function inUnits(bytes: number): string {
  if (bytes % MIB === 0) return `${bytes / MIB} MiB`;
  return bytes % KIB === 0 ? `${bytes / KIB} KiB` : `${bytes} bytes`;
}
