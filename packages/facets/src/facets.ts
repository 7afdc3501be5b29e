/**
 * Every property of an image that can be filtered by, one row each. The contract's schema, the index's columns and
 * conditions, the relax order and the documents derive from this table; `common.proto` is held to it by a test.
 * The order of the rows is the order of the filters in the OpenAPI document.
 */
export const FACETS = {
  luminance: {
    kind: 'number',
    range: { min: 0, max: 1 },
    message: 'signals',
    filters: { min: 'luminance_min', max: 'luminance_max' },
    title: 'Brightness',
    description:
      'Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright.',
    inWords: true,
    relaxPlace: 20,
  },
  monochrome: {
    kind: 'flag',
    message: 'signals',
    filters: { is: 'monochrome' },
    title: 'Colour',
    description:
      '`true`: only images without colour, or in a single tone such as sepia; `false`: only images in colour.',
    inWords: true,
    relaxPlace: 50,
  },
  saturation: {
    kind: 'number',
    range: { min: 0, max: 1 },
    message: 'signals',
    filters: { min: 'saturation_min', max: 'saturation_max' },
    title: 'Saturation',
    description:
      'How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more ' +
      'is vivid. A white ground does not count.',
    inWords: true,
    relaxPlace: 45,
  },
  faces: {
    kind: 'number',
    range: { min: 0, max: 1_000, whole: true },
    message: 'signals',
    filters: { min: 'faces_min', max: 'faces_max' },
    title: 'Faces',
    description: 'Detected faces, inclusive; at most 0 for images in which nobody faces the camera.',
    inWords: true,
    relaxPlace: 60,
  },
  aspect: {
    kind: 'number',
    range: { above: 0 },
    message: 'signals',
    filters: { min: 'aspect_min', max: 'aspect_max' },
    title: 'Shape',
    description: 'Width divided by height, inclusive.',
    inWords: true,
    relaxPlace: 30,
  },
  resolution: {
    kind: 'number',
    range: { above: 0 },
    message: 'signals',
    filters: { min: 'resolution_min' },
    title: 'Resolution',
    description: 'Megapixels of the original, inclusive.',
    inWords: true,
    relaxPlace: 35,
  },
  negSpace: {
    kind: 'sides',
    message: 'signals',
    filters: { any: 'neg_space_any' },
    title: 'Clean space',
    description: 'Clean space for text on any of these sides. Name each side once.',
    inWords: true,
    relaxPlace: 40,
  },
  palette: {
    kind: 'palette',
    message: 'signals',
    filters: { near: 'palette_near' },
    title: 'Preferred colour',
    description: 'Prefers images with this colour, such as `#c0392b`, but leaves out none.',
    inWords: true,
  },
  commercial: {
    kind: 'flag',
    message: 'rights',
    filters: { is: 'commercial' },
    title: 'Commercial use',
    description: '`true`: only images that permit commercial use.',
    inWords: true,
  },
  derivatives: {
    kind: 'flag',
    message: 'rights',
    filters: { is: 'derivatives' },
    title: 'Changes allowed',
    description:
      '`true`: only images that may be published in a changed version: cropped, recoloured, combined.',
    inWords: true,
  },
  attributionRequired: {
    kind: 'flag',
    message: 'rights',
    filters: { is: 'attribution_required' },
    title: 'Credit',
    description: '`false`: only images that need no credit line.',
    inWords: true,
  },
  shareAlike: {
    kind: 'flag',
    message: 'rights',
    filters: { is: 'share_alike' },
    title: 'Share alike',
    description: '`false`: only images whose changed versions may have any licence.',
    inWords: true,
  },
  license: {
    kind: 'name',
    message: 'rights',
    filters: { any: 'license_any' },
    title: 'Licence',
    description:
      'Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: ' +
      '`cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes.',
    inWords: true,
  },
  source: {
    kind: 'name',
    message: 'point',
    filters: { any: 'source_any' },
    title: 'Collection',
    description: 'Collections. One that does not exist is refused.',
    alwaysKnown: true,
  },
  aiGenerated: {
    kind: 'flag',
    message: 'point',
    filters: { is: 'ai_generated' },
    title: 'AI-generated images',
    description:
      '`true`: only images known to be generated, in whole or in part; `false`: none of them. Unless it is set, they come after ' +
      'all others.',
    inWords: true,
    relaxPlace: 10,
    alwaysKnown: true,
    unlessSet: false,
  },
  humanMade: {
    kind: 'flag',
    message: 'point',
    filters: { is: 'human_made' },
    title: 'Human work',
    description: '`true`: only images known to be captures or human work (`provenance.ai` is false).',
    inWords: true,
  },
  sensitive: {
    kind: 'flag',
    message: 'point',
    filters: { may: 'sensitive' },
    title: 'Sensitive images',
    description:
      'The default, `false`, leaves out images that are known to be sensitive, even if few results remain. `true` includes ' +
      'them along with all others.',
    alwaysKnown: true,
    unlessSet: false,
  },
  created: {
    kind: 'date',
    message: 'point',
    filters: { min: 'created_from', max: 'created_to' },
    title: 'Date',
    description:
      'When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or ' +
      '`2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored.',
    inWords: true,
    relaxPlace: 65,
  },
  creator: {
    kind: 'text',
    message: 'point',
    filters: { is: 'creator' },
    title: 'Creator',
    description: 'Who made the image: the whole name; case does not matter.',
  },
  tags: {
    kind: 'tags',
    message: 'point',
    filters: { any: 'tags_any', all: 'tags_all' },
    title: 'Tags',
    description: 'Tags of which the image has any, or all: whole tags; case does not matter.',
  },
  usable: {
    kind: 'tags',
    message: 'point',
    filters: { all: 'usable_all' },
    title: 'Usable',
    description: 'Conditions of the rules of use (`use.ts`) that the image meets.',
    isInternal: true,
  },
} as const satisfies Record<string, Facet>;

export interface Facet {
  kind: FacetKind;
  /** Of a number: what a value and a bound may be. */
  range?: NumberRange;
  /** The wire message that carries the value, in a field of the row's own name. */
  message: 'signals' | 'rights' | 'point';
  /** The filters on it, by what they bound, as the contract and `common.proto` name them. */
  filters: Partial<Record<FilterBound, string>>;
  /** Of its filters, in the OpenAPI document, in the tools of models and above the controls of a page. */
  title: string;
  /** For people and models alike. */
  description: string;
  /** Whether `parse_design` reads its filters from words. */
  inWords?: true;
  /**
   * Where its filters stand among those that a short answer drops; the lowest goes first, and without a place they stay.
   * First what nobody asked for; then what an editor can correct, the easiest first: exposure, crop, canvas, colour; last
   * what the image shows. What may be done with it, and how it was made, is never dropped once somebody asks for it.
   */
  relaxPlace?: number;
  /** Whether every image has a value. One that has none satisfies no filter. */
  alwaysKnown?: true;
  /** Whether no request sets its filters: they follow from the bounds of a key and from what the images are for. */
  isInternal?: true;
  /** The filter that holds while the caller sets none; it may be relaxed. */
  unlessSet?: boolean;
}

/**
 * `name`: one text of an open set. `text`: one text in upper or lower case. `tags`: any number of such texts. `date`: a year, a
 * month, a day or a moment. `sides`: any of `SIDES`. `palette`: colours with their shares.
 */
export type FacetKind = 'number' | 'flag' | 'name' | 'text' | 'tags' | 'date' | 'sides' | 'palette';

/** `near` is a preference and drops no image. `may`: false drops what has it, true drops nothing. */
export type FilterBound = 'min' | 'max' | 'is' | 'may' | 'any' | 'all' | 'near';

export interface NumberRange {
  /** Inclusive. */
  min?: number;
  /** Exclusive. */
  above?: number;
  /** Inclusive. */
  max?: number;
  whole?: true;
}

export type FacetTable = typeof FACETS;
export type FacetName = keyof FacetTable;
export const FACET_NAMES = Object.keys(FACETS) as readonly FacetName[];

/** Names of the facets whose row has these properties. */
export type FacetsWith<Properties> = {
  [Name in FacetName]: FacetTable[Name] extends Properties ? Name : never;
}[FacetName];

/** The sides of an image, in the order in which they are always named. */
export const SIDES = ['left', 'right', 'top', 'bottom'] as const;
export type Side = (typeof SIDES)[number];

/** Bounds on `aspect` for each orientation, in a request and in words alike: a square is within 5 % of one. */
export const ORIENTATIONS = {
  landscape: { aspectMin: 1.05 },
  portrait: { aspectMax: 0.95 },
  square: { aspectMin: 0.95, aspectMax: 1.05 },
} as const;

/** The row of a facet, with the properties that only some rows have. */
export function facetRow(name: FacetName): Facet {
  return FACETS[name];
}

/** Whether a number may stand in a facet's value or bound; what is not finite never may. */
export function isWithin(value: number, { min, above, max, whole }: NumberRange): boolean {
  return (
    Number.isFinite(value) &&
    (min === undefined || value >= min) &&
    (above === undefined || value > above) &&
    (max === undefined || value <= max) &&
    (whole !== true || Number.isInteger(value))
  );
}

/** `attributionRequired` → `attribution_required`: the name in the proto files, the contract and the index. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
