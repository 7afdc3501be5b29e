import type { SignalsInput, VectorInput } from '@imagesearch/contracts/messages';
import type { Signals } from '../domain/signals/signals.js';

export function toWireVector(vector: Float32Array | undefined): VectorInput {
  return { values: vector === undefined ? [] : Array.from(vector) };
}

/** The wire's fields are called like the signals; a palette is two lists there. */
export function toWireSignals({ palette, ...signals }: Signals): SignalsInput {
  return {
    ...signals,
    palette: palette.map(({ hex }) => hex),
    paletteShares: palette.map(({ share }) => share),
  };
}
