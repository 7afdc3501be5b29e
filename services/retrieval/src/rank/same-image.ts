import type { Candidate } from '../index/candidate.js';
import type { Swatch } from '@imagesearch/facets/conditions';
import { hashBitsBetween } from './hashes.js';
import { paletteDistanceBetween, type Palettes } from './palette.js';

/** The query image, as far as an image is recognised by it. */
export interface QueryLook {
  /** Of the image and of its mirror image. */
  perceptualHashes: readonly string[];
  palette: readonly Swatch[];
  /** Of the image in several sizes. */
  localFeatures: readonly string[];
}

/** An image that is put first. */
export interface RecognisedImage {
  candidate: Candidate;
  /** What it is; undefined where that is not sure enough to say it. */
  as?: 'isSameImage' | 'containsImage';
}

/** Copies of an image, also small and compressed ones, differ in so many of the 64 bits at most. */
const HASH_BITS_MAX = 8;
/** Drawings of one hand may be nearly as close as a copy: only what is about as close as the closest counts. */
const BITS_BEYOND_CLOSEST = 2;
/** Mean ΔE2000 of the palettes; compression and scaling move colours less, and a red disc is no green disc. */
const PALETTE_DISTANCE_MAX = 8;

interface CloseCopy {
  candidate: Candidate;
  /** In which its hash differs. */
  bits: number;
}

/** Those of the candidates whose hash is close to that of the query image. */
export function closeCopies(candidates: readonly Candidate[], { perceptualHashes }: QueryLook): CloseCopy[] {
  return candidates.flatMap((candidate) => {
    const { perceptualHash } = candidate;
    if (perceptualHash === null) return [];
    const bits = Math.min(...perceptualHashes.map((hash) => hashBitsBetween(hash, perceptualHash)));
    return bits > HASH_BITS_MAX ? [] : [{ candidate, bits }];
  });
}

/** Those that are the query image, the closest first. */
export function sameImages(
  close: readonly CloseCopy[],
  palettes: Palettes,
  { palette }: QueryLook,
): Candidate[] {
  const same = close
    .filter(({ candidate: { assetId } }) => {
      return paletteDistanceBetween(palettes.get(assetId) ?? [], palette) <= PALETTE_DISTANCE_MAX;
    })
    .sort((one, other) => one.bits - other.bits || other.candidate.score - one.candidate.score);
  const closest = same[0]?.bits ?? 0;
  return same.filter(({ bits }) => bits <= closest + BITS_BEYOND_CLOSEST).map(({ candidate }) => candidate);
}

/** Puts these images before all others, with the highest score. */
export function putFirst(ranked: readonly Candidate[], recognised: readonly RecognisedImage[]): Candidate[] {
  if (recognised.length === 0) return [...ranked];
  const byId = new Map(ranked.map((candidate) => [candidate.assetId, candidate]));
  const first = recognised.map(({ candidate, as }) => ({
    ...(byId.get(candidate.assetId) ?? candidate),
    score: 1,
    ...(as && { [as]: true as const }),
  }));
  const ids = new Set(first.map(({ assetId }) => assetId));
  return [...first, ...ranked.filter(({ assetId }) => !ids.has(assetId))];
}
