import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Image } from './image.js';
import type { RgbPixels } from './pixels.js';

/** @throws AppError `cancelled` or `deadline_exceeded`, and `invalid_request` for an image that cannot be accepted. */
export type DecodeImage = (bytes: Uint8Array, call: CallContext) => Promise<Image>;

/** The image in its own proportions, its longest edge at most this long, in pixels; never enlarged. */
export type ShrinkImage = (pixels: RgbPixels, longestEdgePx: number) => Promise<RgbPixels>;
