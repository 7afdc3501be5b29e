import type { SignalsInput, VectorInput } from '@imagesearch/contracts/messages';
import type { Signals } from '../domain/signals/signals.js';

export function toWireVector(vector: Float32Array | undefined): VectorInput {
  return { values: vector === undefined ? [] : Array.from(vector) };
}

export function toWireSignals(signals: Signals): SignalsInput {
  return {
    luminance: signals.luminance,
    monochrome: signals.monochrome,
    palette: signals.palette.map(({ hex }) => hex),
    paletteShares: signals.palette.map(({ share }) => share),
    negSpace: signals.negSpace,
    faces: signals.faces,
    aspect: signals.aspect,
    perceptualHash: signals.perceptualHash,
  };
}
