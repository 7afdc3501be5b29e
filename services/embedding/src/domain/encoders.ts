import type { Image } from './image.js';
import type { RgbPixels } from './pixels.js';

export interface TextEncoder {
  /** Whether a batch of texts is faster than one text after another. */
  gainsByBatches: boolean;
  /** In the order given; undefined for a text without a known word. */
  embed(texts: readonly string[]): Promise<(Float32Array | undefined)[]>;
  close(): Promise<void>;
}

export interface EncodedImage {
  /** Of length 1. */
  vector: Float32Array;
  /** What the image shows, of the few things that the model detects. */
  objectNames: readonly string[];
}

export interface ImageEncoder {
  prepare(image: Pick<Image, 'width' | 'height' | 'pixels'>): Promise<RgbPixels>;
  /** In the order given. */
  embed(prepared: readonly RgbPixels[]): Promise<EncodedImage[]>;
  close(): Promise<void>;
}
