import { AppError } from '@imagesearch/service-kit/errors';
import type { Plan } from '../../billing/plans.js';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Every field of the contract except `image_base64` at its longest, each character escaped, is 45 KiB. */
export const TEXT_BYTES_MAX = 64 * KIB;
/** An image of 5 MiB in base64 (6.7 MiB), its slashes and line breaks escaped, and the rest of its body. */
const IMAGE_BODY_BYTES_MAX = 8 * MIB;

/** How large a body may be, as sent and once it is decompressed. */
export interface BodyLimit {
  bytesMax: number;
  /** Facts for a caller that is above it. */
  ctx?: Record<string, unknown>;
}

/** Of `POST /v1/search`: only a body that may hold an image may be long. */
export function searchBodyLimit(plan: Plan): BodyLimit {
  if (plan.image_search) return { bytesMax: IMAGE_BODY_BYTES_MAX };
  return { bytesMax: TEXT_BYTES_MAX, ctx: { feature: 'image_search', plan: plan.id } };
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
