/** One picture as the index holds it: vectors, weighted terms, and the facts that filters test. */
export interface Point {
  assetId: string;
  contentVersion: string;
  image: Float32Array;
  /** Null when the caption has no vector. */
  caption: Float32Array | null;
  /** Repeated as often as they weigh; see `terms.ts`. */
  terms: readonly string[];
  facets: Facets;
}

/** What filters test. Null is unknown and satisfies no condition. */
export interface Facets {
  source: string;
  aiGenerated: boolean;
  license: string | null;
  commercial: boolean | null;
  derivatives: boolean | null;
  attributionRequired: boolean | null;
  shareAlike: boolean | null;
  luminance: number | null;
  monochrome: boolean | null;
  faces: number | null;
  aspect: number | null;
  negSpace: readonly string[];
  palette: readonly Swatch[];
}

export interface Swatch {
  /** `#rrggbb`, lower case. */
  hex: string;
  /** Share of the picture, 0 to 1. */
  share: number;
}
