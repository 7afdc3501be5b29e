import type { Point as WirePoint } from '@imagesearch/contracts/messages';
import type { Point } from '../../src/index/point.js';
import { facetsFromWire } from '../../src/wire-filters.js';

export const DIMENSIONS = 16;

export const UNKNOWN_FACETS = facetsFromWire(
  { signals: null, rights: null, aiGenerated: false, sensitive: false } as WirePoint,
  [],
);

/** The same point for the same position; every third has no caption. */
export function drawPoint(position: number): Point {
  const image = Float32Array.from({ length: DIMENSIONS }, (_, axis) =>
    Math.sin((position + 1) * (axis + 1) * 1.7),
  );
  return {
    assetId: `a:${position}`,
    contentVersion: '1',
    image,
    caption: position % 3 === 0 ? null : image.map((value, axis) => value + Math.cos(axis)),
    sight: null,
    terms: position % 2 === 0 ? 'even' : 'odd',
    words: position % 2 === 0 ? 'even' : 'odd',
    texts: JSON.stringify([`image ${position}`, '', 'drawn']),
    perceptualHash: null,
    localFeatures: null,
    facets: { ...UNKNOWN_FACETS, source: 'a', luminance: (position % 100) / 100 },
  };
}
