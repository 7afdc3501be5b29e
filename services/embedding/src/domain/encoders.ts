import type { Image } from './image.js';
import type { RgbPixels } from './pixels.js';
import type { Shown } from './signals/signals.js';

export interface TextEncoder {
  /** Vectors of length 1, in the order given. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export interface ImageEncoder {
  prepare(image: Pick<Image, 'width' | 'height' | 'pixels'>): Promise<RgbPixels>;
  embed(prepared: readonly RgbPixels[]): Promise<EncodedImage[]>;
  close(): Promise<void>;
}

export interface EncodedImage {
  /** Of length 1. */
  vector: Float32Array;
  /** Of length 1, among texts; undefined where texts are compared with `vector`. */
  sight: Float32Array | undefined;
  /** The likeliest first; none where nothing is likely enough. */
  shows: readonly Shown[];
}
