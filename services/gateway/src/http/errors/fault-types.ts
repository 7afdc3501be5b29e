/** Every kind of fault in a request that is answered with 422, and its meaning. */
export const FAULT_TYPES = {
  missing: 'A required field is absent.',
  extra_forbidden:
    'The field is not known. `ctx.did_you_mean` is the nearest known field; the first five short unknown names of an object have one. A long name is cut.',
  string_type: 'Expected text.',
  number_type: 'Expected a number.',
  int_type: 'Expected a whole number.',
  boolean_type: 'Expected `true` or `false`.',
  array_type: 'Expected an array.',
  object_type: 'Expected an object.',
  string_too_short: 'The text has fewer than `ctx.minimum` characters.',
  string_too_long: 'The text has more than `ctx.maximum` characters.',
  array_too_short: 'The array has fewer than `ctx.minimum` items.',
  array_too_long: 'The array has more than `ctx.maximum` items.',
  greater_than: 'The number is not above `ctx.minimum`.',
  greater_than_equal: 'The number is below `ctx.minimum`.',
  less_than: 'The number is not below `ctx.maximum`.',
  less_than_equal: 'The number is above `ctx.maximum`.',
  enum: 'The value is not in `ctx.expected`.',
  literal_error: 'The value is not `ctx.expected`.',
  string_pattern_mismatch: 'The text does not have the form that the field requires.',
  range_empty: 'A lower bound is above its upper bound.',
  not_unique: 'A value occurs twice.',
  mutually_exclusive: 'The request has two fields that exclude each other.',
  json_too_deep: 'Objects and arrays are nested deeper than `ctx.depth_max` levels.',
  json_too_many_values: 'The body has more than `ctx.values_max` fields and items on all levels together.',
  too_many_faults:
    'Always the last item of an answer: the request has more faults than the answer lists. `ctx.found` counts all, `ctx.listed` the listed ones.',
  base64_invalid: 'The text is not base64.',
  image_too_large: 'The image is larger than 5 MiB.',
  image_format: 'The bytes are not a JPEG, PNG or WebP image.',
  image_too_many_pixels: 'The image has more than 20 megapixels, or an edge longer than 65,535 pixels.',
  image_unreadable: 'The image is damaged or incomplete.',
  image_url_forbidden: 'The address is not a public https address on port 443.',
  image_url_unreachable: 'No image could be fetched from the address.',
  value_error: 'The value breaks a rule that `msg` states.',
} as const;

export type FaultType = keyof typeof FAULT_TYPES;

/** Faults that a schema can find in a JSON body, whatever its fields. */
export const BODY_FAULTS: readonly FaultType[] = [
  'missing',
  'extra_forbidden',
  'string_type',
  'number_type',
  'int_type',
  'boolean_type',
  'array_type',
  'object_type',
  'string_too_short',
  'string_too_long',
  'array_too_short',
  'array_too_long',
  'greater_than',
  'greater_than_equal',
  'less_than_equal',
  'enum',
  'string_pattern_mismatch',
  'range_empty',
  'not_unique',
  'json_too_deep',
  'json_too_many_values',
  'too_many_faults',
];

/** Faults of bodies that may hold an image. */
export const SEARCH_FAULTS: readonly FaultType[] = [
  'base64_invalid',
  'mutually_exclusive',
  'image_url_forbidden',
  'image_url_unreachable',
  'image_too_large',
  'image_format',
  'image_too_many_pixels',
  'image_unreadable',
];
