import type { Facets } from '@imagesearch/facets/conditions';

export interface Point {
  assetId: string;
  contentVersion: string;
  image: Float32Array;
  /** Null for an image without words. */
  caption: Float32Array | null;
  /** The place of an image that nobody described among texts; null for another one, and where the model has none. */
  sight: Float32Array | null;
  /** Repeated as often as they weigh, with spaces between them; see `terms.ts`. */
  terms: string;
  /** As written, in their order, with spaces between them; spelling is checked against them. */
  words: string;
  /** What says in words what it shows, joined for the reranker. */
  texts: string;
  facets: Facets;
  /** 16 hexadecimal digits; null when unknown. */
  perceptualHash: string | null;
  /** Corners that parts of the image are recognised by, as the embedding service packs them; null when unknown. */
  localFeatures: string | null;
}

/** What the index tells of a point. */
export type PointPart = Exclude<keyof Point, 'assetId'>;

/** The terms or words of a point, one by one. */
export function splitWords(joined: string): string[] {
  return joined === '' ? [] : joined.split(' ');
}
