import type { Side } from '@imagesearch/facets/facets';

export type Delivery = 'host' | 'link';

/** What the pixels say about how an image looks; null is unknown. */
export interface Signals {
  luminance: number | null;
  monochrome: boolean | null;
  palette: string[];
  negSpace: Side[];
  faces: number | null;
  aspect: number | null;
  /** What a classifier takes the image for, the likeliest first. */
  shows: Shown[];
}

export interface Shown {
  name: string;
  /** 0 to 1. */
  confidence: number;
}

/** Rights as the source declares them; null is unsettled and never a permission. */
export interface Rights {
  license: string;
  licenseVerbatim: string;
  commercial: boolean | null;
  attributionRequired: boolean | null;
  derivatives: boolean | null;
  shareAlike: boolean | null;
  attribution: string | null;
  provenanceUrl: string;
  basis: string;
  delivery: Delivery;
}

export interface Asset {
  assetId: string;
  title: string;
  tags: string[];
  description: string;
  source: string;
  creator: string | null;
  aiGenerated: boolean;
  /** Pixels, after EXIF orientation. */
  width: number;
  height: number;
  format: string;
  signals: Signals;
  rights: Rights;
}
