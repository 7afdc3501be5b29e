import type { Interval } from '@imagesearch/facets/comparable';
import { FACET_NAMES, type FacetName, type FacetTable, facetRow } from '@imagesearch/facets/facets';

export interface Point {
  assetId: string;
  contentVersion: string;
  image: Float32Array;
  /** Null for an image without words. */
  caption: Float32Array | null;
  /** The place of an image that nobody described among texts; null for another one, and where the model has none. */
  sight: Float32Array | null;
  /** Repeated as often as they weigh; see `terms.ts`. */
  terms: readonly string[];
  /** As written, in their order; spelling is checked against them. */
  words: readonly string[];
  /** For the reranker. */
  /** What says in words what it shows, joined. */
  texts: string;
  facets: Facets;
  /** 16 hexadecimal digits; null when unknown. */
  perceptualHash: string | null;
  /** Corners that parts of the image are recognised by, as the embedding service packs them; null when unknown. */
  localFeatures: string | null;
}

/** What the index tells of a point. */
export type PointPart = Exclude<keyof Point, 'assetId'>;

/** The values that filters test, one for each facet. Null is unknown and satisfies no filter. */
export type Facets = {
  [Name in FacetName]:
    | FacetValues[FacetTable[Name]['kind']]
    | (FacetTable[Name] extends { alwaysKnown: true } | { kind: 'sides' | 'tags' | 'palette' }
        ? never
        : null);
};

/** Unknown sides, tags or colours are an empty list. Texts and tags stand as `comparableText` gives them. */
interface FacetValues {
  number: number;
  flag: boolean;
  name: string;
  text: string;
  tags: readonly string[];
  date: Interval;
  sides: readonly string[];
  palette: readonly Swatch[];
}

export const UNKNOWN_FACETS: Facets = Object.fromEntries(
  FACET_NAMES.map((name) => [name, unknownValue(name)]),
  // The table says which kind of value each facet has.
) as unknown as Facets;

function unknownValue(name: FacetName): Facets[FacetName] {
  const { kind, alwaysKnown } = facetRow(name);
  if (kind === 'sides' || kind === 'tags' || kind === 'palette') return [];
  if (alwaysKnown !== true) return null;
  return kind === 'name' ? '' : false;
}

export interface Swatch {
  /** `#rrggbb`, lower case. */
  hex: string;
  /** Share of the image, 0 to 1. */
  share: number;
}
