import type { LikenessInput, SignalsInput, VectorInput } from '@imagesearch/contracts/messages';
import type { Likeness } from '../domain/signals/likeness.js';
import type { Signals } from '../domain/signals/signals.js';

export function vectorToWire(vector: Float32Array | undefined): VectorInput {
  return { values: vector === undefined ? [] : Array.from(vector) };
}

/** The wire has the signals' names; it holds a palette as two lists. */
export function signalsToWire({ palette, ...signals }: Signals): SignalsInput {
  return {
    ...signals,
    palette: palette.map(({ hex }) => hex),
    paletteShares: palette.map(({ share }) => share),
  };
}

export function likenessToWire({ hashes, palette }: Likeness): LikenessInput {
  return {
    perceptualHashes: [hashes.plain, hashes.mirrored],
    palette: palette.map(({ hex }) => hex),
    paletteShares: palette.map(({ share }) => share),
  };
}
