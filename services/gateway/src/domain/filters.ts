export const SIDES = ['left', 'right', 'top', 'bottom'] as const;
export type Side = (typeof SIDES)[number];

/** The constraints of one search; an absent field constrains nothing. Ranges are inclusive. */
export interface Filters {
  luminanceMin?: number;
  luminanceMax?: number;
  monochrome?: boolean;
  facesMin?: number;
  facesMax?: number;
  aspectMin?: number;
  aspectMax?: number;
  negSpaceAny?: Side[];
  /** `#rrggbb`; a preference, not a constraint. */
  paletteNear?: string;
  commercial?: boolean;
  derivatives?: boolean;
  attributionRequired?: boolean;
  shareAlike?: boolean;
  licenseAny?: string[];
  sourceAny?: string[];
  aiGenerated?: boolean;
}

/** Filters that apply unless the caller says otherwise; they may be relaxed (see `RELAX_ORDER`). */
export const DEFAULT_FILTERS: Readonly<Filters> = { aiGenerated: false };
