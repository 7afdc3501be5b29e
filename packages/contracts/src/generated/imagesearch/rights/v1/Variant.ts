// Generated from protos/imagesearch/rights/v1/rights.proto

export const Variant = {
  VARIANT_UNSPECIFIED: 'VARIANT_UNSPECIFIED',
  VARIANT_ORIGINAL: 'VARIANT_ORIGINAL',
  VARIANT_THUMBNAIL: 'VARIANT_THUMBNAIL',
  VARIANT_CREDITED: 'VARIANT_CREDITED',
  VARIANT_INGESTED: 'VARIANT_INGESTED',
  VARIANT_VIEW: 'VARIANT_VIEW',
} as const;

export type VariantInput =
  | 'VARIANT_UNSPECIFIED'
  | 0
  | 'VARIANT_ORIGINAL'
  | 1
  | 'VARIANT_THUMBNAIL'
  | 2
  | 'VARIANT_CREDITED'
  | 3
  | 'VARIANT_INGESTED'
  | 4
  | 'VARIANT_VIEW'
  | 5

export type Variant = typeof Variant[keyof typeof Variant]
