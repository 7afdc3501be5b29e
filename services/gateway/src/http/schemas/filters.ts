import { z } from 'zod';
import type { DesignFilters } from '../../domain/design/design-filters.js';
import type { Filters } from '../../domain/filters.js';

const fraction = z.number().min(0).max(1).describe('Overall brightness, inclusive.');
const faceCount = z.number().int().min(0).max(1000).describe('Detected faces, inclusive.');
const aspect = z.number().positive().describe('Width over height, inclusive.');
const names = z.array(z.string().min(1).max(64)).min(1).max(50);

/** Width over height of each orientation; a square is within 5 % of one. */
const ORIENTATION_ASPECT = {
  landscape: { aspectMin: 1.05 },
  portrait: { aspectMax: 0.95 },
  square: { aspectMin: 0.95, aspectMax: 1.05 },
} as const;

const filtersShape = z.strictObject({
  luminance_min: fraction.optional(),
  luminance_max: fraction.optional(),
  monochrome: z.boolean().optional().describe('Only, or never, pictures without colour.'),
  faces_min: faceCount.optional(),
  faces_max: faceCount.optional(),
  aspect_min: aspect.optional(),
  aspect_max: aspect.optional(),
  orientation: z
    .enum(['landscape', 'portrait', 'square'])
    .optional()
    .describe('A square is within 5 % of one.'),
  neg_space_any: z
    .array(z.enum(['left', 'right', 'top', 'bottom']))
    .min(1)
    .max(4)
    .refine((sides) => new Set(sides).size === sides.length, {
      message: 'Name each side once.',
      params: { type: 'not_unique' },
    })
    .optional()
    .meta({ description: 'Clean space on any of these sides; each named once.', uniqueItems: true }),
  palette_near: z
    .string()
    .regex(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/, 'Expected a colour such as #f80 or #ff8800.')
    .optional()
    .describe('Prefers pictures with this colour; drops none for lacking it.'),
  commercial: z.boolean().optional().describe('Commercial use is permitted, or is not.'),
  derivatives: z.boolean().optional(),
  attribution_required: z.boolean().optional(),
  share_alike: z.boolean().optional(),
  license_any: names.optional().describe('Normalised licence codes.'),
  source_any: names.optional().describe('Collections.'),
  ai_generated: z
    .boolean()
    .optional()
    .describe(
      '`false` unless set; only when it is not set may an answer that would be short hold generated pictures.',
    ),
});

type FilterFields = z.output<typeof filtersShape>;

/** What each filter is called in the contract. */
const PUBLIC_NAMES = {
  luminanceMin: 'luminance_min',
  luminanceMax: 'luminance_max',
  monochrome: 'monochrome',
  facesMin: 'faces_min',
  facesMax: 'faces_max',
  aspectMin: 'aspect_min',
  aspectMax: 'aspect_max',
  negSpaceAny: 'neg_space_any',
  paletteNear: 'palette_near',
  commercial: 'commercial',
  derivatives: 'derivatives',
  attributionRequired: 'attribution_required',
  shareAlike: 'share_alike',
  licenseAny: 'license_any',
  sourceAny: 'source_any',
  aiGenerated: 'ai_generated',
} as const satisfies Record<keyof Filters, keyof FilterFields>;

/** The filters that words can ask for, as an answer reports them. */
export const inferredFiltersSchema = filtersShape
  .pick({
    luminance_min: true,
    luminance_max: true,
    monochrome: true,
    faces_min: true,
    faces_max: true,
    aspect_min: true,
    aspect_max: true,
    neg_space_any: true,
    palette_near: true,
    commercial: true,
    derivatives: true,
    attribution_required: true,
  })
  .describe('Filters read from words; named and meant as in a request.');

export type InferredFilters = z.output<typeof inferredFiltersSchema>;

export function publicNameOf(filter: keyof Filters): keyof FilterFields {
  return PUBLIC_NAMES[filter];
}

export function presentFilters(filters: DesignFilters): InferredFilters {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [publicNameOf(name as keyof DesignFilters), value]),
  );
}

/** Constraints as a caller writes them (specification, section 2.7, and the further ones of the contract). */
export const filtersSchema = filtersShape
  .superRefine((filters, context) => {
    for (const name of ['luminance', 'faces', 'aspect'] as const) {
      const min = filters[`${name}_min`];
      const max = filters[`${name}_max`];
      if (min === undefined || max === undefined || min <= max) continue;
      context.addIssue({
        code: 'custom',
        path: [`${name}_min`],
        message: `${name}_min is above ${name}_max.`,
        params: { type: 'range_empty' },
      });
    }
    const { aspectMin = 0, aspectMax = Infinity } = aspectBounds(filters);
    if (filters.orientation !== undefined && aspectMin > aspectMax) {
      context.addIssue({
        code: 'custom',
        path: ['orientation'],
        message: 'No aspect is both of this orientation and within aspect_min and aspect_max.',
        params: { type: 'range_empty' },
      });
    }
  })
  .describe(
    'Constraints on the pictures of an answer. A picture of which the value is unknown never satisfies one.',
  );

/** The same constraints as the search knows them; an orientation narrows the bounds on aspect. */
export function toFilters(fields: FilterFields | undefined): Filters {
  if (!fields) return {};
  return definedOnly({
    luminanceMin: fields.luminance_min,
    luminanceMax: fields.luminance_max,
    monochrome: fields.monochrome,
    facesMin: fields.faces_min,
    facesMax: fields.faces_max,
    ...aspectBounds(fields),
    negSpaceAny: fields.neg_space_any,
    paletteNear: fields.palette_near === undefined ? undefined : longHex(fields.palette_near),
    commercial: fields.commercial,
    derivatives: fields.derivatives,
    attributionRequired: fields.attribution_required,
    shareAlike: fields.share_alike,
    licenseAny: fields.license_any,
    sourceAny: fields.source_any,
    aiGenerated: fields.ai_generated,
  });
}

function aspectBounds(fields: FilterFields) {
  const shape: { aspectMin?: number; aspectMax?: number } = fields.orientation
    ? ORIENTATION_ASPECT[fields.orientation]
    : {};
  return {
    aspectMin: tighter(Math.max, fields.aspect_min, shape.aspectMin),
    aspectMax: tighter(Math.min, fields.aspect_max, shape.aspectMax),
  };
}

type Optional<T> = { [K in keyof T]: T[K] | undefined };

function definedOnly(filters: Optional<Required<Filters>>): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

function tighter(pick: (a: number, b: number) => number, a?: number, b?: number): number | undefined {
  return a !== undefined && b !== undefined ? pick(a, b) : (a ?? b);
}

/** `#rrggbb` in lower case. */
function longHex(colour: string): string {
  const lower = colour.toLowerCase();
  return lower.length === 4 ? lower.replace(/[0-9a-f]/g, '$&$&') : lower;
}
