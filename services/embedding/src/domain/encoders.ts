import type { Image } from './image.js';
import type { RgbPixels } from './pixels.js';

export interface TextEncoder {
  /** Whether a batch of texts is faster than one text after another. */
  gainsByBatches: boolean;
  /** In the order given; undefined for a text without a known word. */
  embed(texts: readonly string[]): Promise<(Float32Array | undefined)[]>;
  close(): Promise<void>;
}

export interface ImageEncoder {
  prepare(image: Pick<Image, 'width' | 'height' | 'pixels'>): Promise<RgbPixels>;
  embed(prepared: readonly RgbPixels[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Embeds images as the encoder of the same profile does, and names a few things that they show, in one run. */
export interface ObjectDetector {
  /** @param prepared As that encoder prepares it. */
  embed(prepared: RgbPixels): Promise<NamedImage>;
  close(): Promise<void>;
}

export interface NamedImage {
  /** Of length 1. */
  vector: Float32Array;
  objectNames: readonly string[];
}
