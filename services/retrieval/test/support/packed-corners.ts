import { createRandom } from '@imagesearch/testkit/random';

export interface PackedCorner {
  x: number;
  y: number;
  /** Three of colour, then sixteen of bits. */
  bytes: readonly number[];
}

const DESCRIBED_BYTES = 19;

/** Corners at random places of a square image, the same for the same seed. */
export function drawCorners(seed: number, count: number, edgePx: number): PackedCorner[] {
  const { below } = createRandom(seed);
  return Array.from({ length: count }, () => ({
    x: below(edgePx),
    y: below(edgePx),
    bytes: Array.from({ length: DESCRIBED_BYTES }, () => below(256)),
  }));
}

/** Those in a square of the image, at their places in it. */
export function cutOut(corners: readonly PackedCorner[], from: number, edgePx: number): PackedCorner[] {
  return corners
    .map((corner) => ({ ...corner, x: corner.x - from, y: corner.y - from }))
    .filter(({ x, y }) => Math.min(x, y) >= 0 && Math.max(x, y) < edgePx);
}

/** As the embedding service packs the corners of a square image. */
export function packed(corners: readonly PackedCorner[], edgePx: number): string {
  const bytes = corners.flatMap((corner) => [corner.x, corner.y, ...corner.bytes]);
  return Buffer.from([edgePx - 1, edgePx - 1, ...bytes]).toString('base64');
}
