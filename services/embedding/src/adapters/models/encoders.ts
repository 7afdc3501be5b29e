import type { Image } from '../../domain/image.js';
import type { RgbPixels } from '../../domain/pixels.js';

/** Texts → vectors of length 1; none for a text of which the model knows no word. */
export interface TextEncoder {
  /** Whether texts gain by being embedded together; else no text waits for another. */
  gainsByBatches: boolean;
  /** In the order given. */
  embed(texts: readonly string[]): Promise<(Float32Array | undefined)[]>;
  close(): Promise<void>;
}

/** Images → vectors of length 1. */
export interface ImageEncoder {
  /** The copy of an image that the model looks at. */
  prepare(image: Pick<Image, 'width' | 'height' | 'pixels'>): Promise<RgbPixels>;
  /** Of prepared copies, in the order given. */
  embed(prepared: readonly RgbPixels[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}
