import type { PlainSignals } from '@imagesearch/facets/signals';
import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';

/** `host`: served from our storage. `link`: the rights holder's own copy. */
export type Delivery = 'host' | 'link';

/** What the pixels say about how an image looks; null is unknown. */
export interface Signals extends PlainSignals {
  palette: string[];
  paletteShares: number[];
  negSpace: string[];
}

/** `withdrawn`: gone from every answer until someone restores it. */
export const ASSET_STATES = ['active', 'withdrawn'] as const;
export type AssetState = (typeof ASSET_STATES)[number];

/** One asset as its source describes it. */
export interface AssetDescription {
  assetId: string;
  title: string;
  tags: string[];
  description: string;
  creator: string | null;
  creatorUrl: string | null;
  licenseVerbatim: string;
  provenanceUrl: string;
  aiGenerated: boolean;
  delivery: Delivery;
  linkUrl: string | null;
  width: number;
  height: number;
  format: ImageFormat;
  signals: Signals;
  contentVersion: string;
}

/** The rights answer of one asset; null is what the source does not settle. */
export interface Rights {
  license: string;
  licenseVerbatim: string;
  commercial: boolean | null;
  derivatives: boolean | null;
  shareAlike: boolean | null;
  attributionRequired: boolean | null;
  /** Ready to use; null when no credit line is required. */
  attribution: string | null;
  provenanceUrl: string;
  basis: string;
  delivery: Delivery;
}

/** The bytes kept of an asset, named by their own digest. */
export interface Content {
  sha256: string;
  bytes: number;
}

export interface Asset {
  description: AssetDescription;
  rights: Rights;
}

export interface StoredAsset extends Asset {
  /** Null when no bytes were given, which only `link` allows. */
  content: Content | null;
  fingerprint: string;
}

/** What serving an asset's files takes. */
export interface AssetFiles {
  assetId: string;
  delivery: Delivery;
  linkUrl: string | null;
  format: ImageFormat;
  content: Content | null;
}
