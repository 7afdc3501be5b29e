import { z } from 'zod';
import { DATE, intervalOf } from '@imagesearch/facets/comparable';
import {
  FACETS,
  FACET_NAMES,
  facetRow,
  ORIENTATIONS,
  SIDES,
  type FacetName,
  type NumberRange,
} from '@imagesearch/facets/facets';
import {
  contractNameOf,
  isEmptyRange,
  isLicenseCode,
  LICENSE_CODES,
  REQUEST_FILTERS,
  type ContractFilters,
  type ContractName,
  type DesignFilters,
  type FilterName,
  type Filters,
  type RequestFilterRow,
} from '@imagesearch/facets/filters';
import { METADATA_LIMITS, NAMES_LIMITS } from '@imagesearch/facets/limits';
import { nearestName } from '@imagesearch/service-kit/text/nearest-name';

type Orientation = keyof typeof ORIENTATIONS;

/** Filters as a caller writes them. */
type FilterFields = ContractFilters & { orientation?: Orientation };

const orientation = z
  .enum(['landscape', 'portrait', 'square'] satisfies Orientation[])
  .optional()
  .meta({ title: FACETS.aspect.title, description: 'A square has an aspect within 5 % of 1.' });

const name = z.string().min(1).max(NAMES_LIMITS.charsMax);

/** A code that no licence has would find nothing, and be paid for. */
const licenseCode = name.superRefine((code, context) => {
  // What is no name at all has its own fault.
  if (code === '' || code.length > NAMES_LIMITS.charsMax || isLicenseCode(code)) return;
  const near = nearestName(code, LICENSE_CODES);
  context.addIssue({
    code: 'custom',
    message: `No licence has this code.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
    params: { type: 'enum', ctx: { expected: LICENSE_CODES, ...(near && { did_you_mean: near }) } },
  });
});

const filtersShape = z.strictObject(
  shapeOf<FilterFields>(
    REQUEST_FILTERS.flatMap((row) => [
      entryOf(row),
      // Next to the bounds that it stands for.
      ...(row.contract === 'aspect_max' ? [['orientation', orientation] as const] : []),
    ]),
  ),
);

/** The filters that words can ask for, as an answer reports them. */
export const inferredFiltersSchema = z
  .strictObject(
    shapeOf<ContractFilters>(
      REQUEST_FILTERS.filter(({ facet }) => facetRow(facet).inWords === true).map(entryOf),
    ),
  )
  .describe('Filters from the words, with the names and meanings of a request.');

export type InferredFilters = z.output<typeof inferredFiltersSchema>;

export function presentFilters(filters: DesignFilters): InferredFilters {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [contractNameOf(name as FilterName), value]),
  );
}

/** Filters as a caller writes them (specification, section 2.7, and the further ones of the contract). */
export const filtersSchema = filtersShape
  .superRefine((filters, context) => {
    const given = toFilters({ ...filters, orientation: undefined });
    for (const facet of FACET_NAMES.filter((name) => isEmptyRange(name, given))) {
      const { min = '', max = '' } = facetRow(facet).filters;
      context.addIssue({
        code: 'custom',
        path: [min],
        message: `${min} is above ${max}.`,
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
    'Filters on the images of an answer. An image whose value is unknown never satisfies a filter on it.',
  );

/** The same filters as the search knows them; an orientation narrows the bounds on aspect. */
export function toFilters(fields: Optional<FilterFields> | undefined): Filters {
  if (!fields) return {};
  const filters = REQUEST_FILTERS.map(({ name, contract }) => [name, fields[contract]] as const);
  return definedOnly({
    ...Object.fromEntries(filters),
    ...aspectBounds(fields),
    paletteNear: fields.palette_near === undefined ? undefined : longHex(fields.palette_near),
  });
}

function entryOf({ contract, facet }: RequestFilterRow): [ContractName, z.ZodOptional] {
  const { kind, title, description } = facetRow(facet);
  const meta = { title, description, ...(kind === 'sides' && { uniqueItems: true }) };
  return [contract, valueSchema(facet).optional().meta(meta)];
}

function valueSchema(facet: FacetName): z.ZodType {
  const { kind, range = {} } = facetRow(facet);
  switch (kind) {
    case 'number':
      return numberSchema(range);
    case 'flag':
      return z.boolean();
    case 'name':
      return z
        .array(facet === 'license' ? licenseCode : name)
        .min(1)
        .max(NAMES_LIMITS.namesMax);
    case 'text':
      return z.string().trim().min(1).max(METADATA_LIMITS.creatorCharsMax);
    case 'tags':
      return z
        .array(z.string().trim().min(1).max(METADATA_LIMITS.tagCharsMax))
        .min(1)
        .max(NAMES_LIMITS.namesMax);
    case 'date':
      return z
        .string()
        .regex(
          DATE,
          'Expected a year, a month, a day or a moment, such as 2024, 2024-05 or 2024-05-01T10:00.',
        )
        .refine((date) => !DATE.test(date) || intervalOf(date) !== undefined, {
          error: 'No calendar has this date.',
          params: { type: 'string_pattern_mismatch' },
        });
    case 'sides':
      return z
        .array(z.enum(SIDES))
        .min(1)
        .max(SIDES.length)
        .refine((sides) => new Set(sides).size === sides.length, {
          error: 'Name each side once.',
          params: { type: 'not_unique' },
        });
    case 'palette':
      return z
        .string()
        .regex(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/, 'Expected a colour such as #f80 or #ff8800.');
  }
}

function numberSchema({ min, above, max, whole }: NumberRange): z.ZodType {
  let schema = whole === true ? z.number().int() : z.number();
  if (min !== undefined) schema = schema.min(min);
  if (above !== undefined) schema = schema.gt(above);
  if (max !== undefined) schema = schema.max(max);
  return schema;
}

type ShapeOf<Fields> = { [Name in keyof Fields]-?: z.ZodOptional<z.ZodType<NonNullable<Fields[Name]>>> };

/** The table knows each filter's type, which a list of entries cannot carry. */
function shapeOf<Fields>(entries: readonly (readonly [string, z.ZodOptional])[]): ShapeOf<Fields> {
  return Object.fromEntries(entries) as ShapeOf<Fields>;
}

function aspectBounds(fields: Optional<FilterFields>) {
  const shape: Pick<Filters, 'aspectMin' | 'aspectMax'> = fields.orientation
    ? ORIENTATIONS[fields.orientation]
    : {};
  return {
    aspectMin: tighter(Math.max, fields.aspect_min, shape.aspectMin),
    aspectMax: tighter(Math.min, fields.aspect_max, shape.aspectMax),
  };
}

type Optional<T> = { [K in keyof T]: T[K] | undefined };

function definedOnly(filters: Optional<Filters>): Filters {
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
