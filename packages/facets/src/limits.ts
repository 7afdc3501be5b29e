/** What an asset's metadata holds at most. Ingestion cuts texts to it, and the services refuse what is longer. */
export const METADATA_LIMITS = {
  titleCharsMax: 1_000,
  descriptionCharsMax: 10_000,
  creatorCharsMax: 500,
  licenseCharsMax: 2_000,
  urlCharsMax: 2_048,
  tagCharsMax: 200,
  tagsMax: 100,
  paletteColoursMax: 16,
  /** The wire's uint32 is wider than Postgres' integer. */
  edgePxMax: 1_000_000,
} as const;

/** Of `license_any` and `source_any`. */
export const NAMES_LIMITS = { charsMax: 64, namesMax: 50 } as const;

/** Of an image that is searched by (specification, section 8.3). */
export const QUERY_IMAGE_BYTES_MAX = 5 * 1024 * 1024;

/** Of an image that a person adds over the API. */
export const UPLOAD_BYTES_MAX = 25 * 1024 * 1024;

/** Of an asset's own file: room for a photograph of 200 megapixels. */
export const FILE_BYTES_MAX = 128 * 1024 * 1024;

/** Of an asset's own file, as its header declares them. */
export const FILE_PIXELS_MAX = 200_000_000;

/** Entries of words that the captions of a search must not have. */
export const EXCLUDED_MAX = 32;
