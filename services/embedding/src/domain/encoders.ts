import type { Image } from './image.js';
import type { RgbPixels } from './pixels.js';

/** Turns texts into vectors of length 1. */
export interface TextEncoder {
  /** Whether a batch of texts is faster than one text after another. */
  gainsByBatches: boolean;
  /** In the order given; undefined for a text without a known word. */
  embed(texts: readonly string[]): Promise<(Float32Array | undefined)[]>;
  close(): Promise<void>;
}

/** Turns images into vectors of length 1. */
export interface ImageEncoder {
  /** The copy of an image that the model reads. */
  prepare(image: Pick<Image, 'width' | 'height' | 'pixels'>): Promise<RgbPixels>;
  /** Vectors of prepared copies, in the order given. */
  embed(prepared: readonly RgbPixels[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}
