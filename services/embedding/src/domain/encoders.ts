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

/** Names a few things that images show. */
export interface ObjectDetector {
  /** @param prepared As the image encoder of the same profile prepares it. */
  namesIn(prepared: RgbPixels): Promise<readonly string[]>;
  close(): Promise<void>;
}
