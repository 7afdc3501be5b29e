import { intervalOf } from './comparable.js';
import {
  FACET_NAMES,
  facetRow,
  type FacetName,
  type FacetTable,
  type FilterBound,
  type Side,
} from './facets.js';

/** The filters of one search; an absent one drops nothing. Ranges are inclusive. */
export type Filters = {
  [Name in ContractName as CamelCase<Name>]?: FilterValues[FacetTable[FacetOf<Name>]['kind']];
};

export type FilterName = keyof Filters;

/** The same as a caller writes them. */
export type ContractFilters = {
  [
    Name in ContractName as FacetTable[FacetOf<Name>] extends { isInternal: true } ? never : Name
  ]?: FilterValues[FacetTable[FacetOf<Name>]['kind']];
};

/** What a filter is called in requests, answers and `common.proto`. */
export type ContractName = { [Facet in FacetName]: ContractNamesOf<Facet> }[FacetName];

/** The filters that words can ask for. */
export type DesignFilters = Pick<
  Filters,
  {
    [Facet in FacetName]: FacetTable[Facet] extends { inWords: true }
      ? CamelCase<ContractNamesOf<Facet>>
      : never;
  }[FacetName]
>;

interface FilterValues {
  number: number;
  flag: boolean;
  name: string[];
  text: string;
  tags: string[];
  /** A year, a month, a day or a moment (ISO 8601); `comparable.ts` reads it. */
  date: string;
  sides: Side[];
  /** `#rrggbb` */
  palette: string;
}

type ContractNamesOf<Facet extends FacetName> =
  FacetTable[Facet]['filters'][keyof FacetTable[Facet]['filters']] & string;

type FacetOf<Name extends ContractName> = {
  [Facet in FacetName]: Name extends ContractNamesOf<Facet> ? Facet : never;
}[FacetName];

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export interface FilterRow {
  /** In the services; the generated message types say the same. */
  name: FilterName;
  contract: ContractName;
  facet: FacetName;
  bound: FilterBound;
}

/** Every filter, in the order of the table. */
export const FILTERS: readonly FilterRow[] = FACET_NAMES.flatMap((facet) =>
  Object.entries(facetRow(facet).filters).map(
    ([bound, contract]) =>
      // `Object.entries` and `camelCase` forget the literals that the table's type keeps.
      ({ name: camelCase(contract), contract, facet, bound }) as FilterRow,
  ),
);

/** Those that a request may set. */
export const REQUEST_FILTERS: readonly RequestFilterRow[] = FILTERS.filter(
  (row): row is RequestFilterRow => facetRow(row.facet).isInternal !== true,
);

export type RequestFilterRow = FilterRow & { contract: keyof ContractFilters };

/** The filters on one facet: two for a range with both bounds. */
export function filtersOn(facet: FacetName): readonly FilterName[] {
  return BY_FACET.get(facet) ?? [];
}

/** Whether no value lies within both bounds of a facet. */
export function isEmptyRange(facet: FacetName, filters: Filters): boolean {
  const [min, max] = filtersOn(facet).map((name) => boundOf(name, filters[name]));
  return min !== undefined && max !== undefined && min > max;
}

/** A bound as a number: of a date its first or its last moment; of what is no bound NaN. */
export function boundOf(name: FilterName, bound: unknown): number {
  if (typeof bound === 'number') return bound;
  const date = typeof bound === 'string' ? intervalOf(bound) : undefined;
  return (name === 'createdTo' ? date?.to : date?.from) ?? Number.NaN;
}

export function contractNameOf(filter: FilterName): ContractName {
  const contract = CONTRACT_NAMES.get(filter);
  if (contract === undefined) throw new Error(`no filter is called ${filter}`);
  return contract;
}

/** Facets whose filters words can ask for. */
export const DESIGN_FACETS: readonly FacetName[] = FACET_NAMES.filter(
  (name) => facetRow(name).inWords === true,
);

/** Facets whose filters a short answer drops, the least important first. */
export const RELAX_ORDER: readonly FacetName[] = FACET_NAMES.filter(
  (name) => placeOf(name) !== Infinity,
).sort((a, b) => placeOf(a) - placeOf(b));

/** Filters that hold unless the caller sets them. */
export const DEFAULT_FILTERS: Readonly<Filters> = Object.fromEntries(
  FILTERS.flatMap(({ name, facet }) => {
    const { unlessSet } = facetRow(facet);
    return unlessSet === undefined ? [] : [[name, unlessSet]];
  }),
);

function placeOf(facet: FacetName): number {
  return facetRow(facet).relaxPlace ?? Infinity;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const BY_FACET: ReadonlyMap<FacetName, readonly FilterName[]> = new Map(
  FACET_NAMES.map((facet) => [
    facet,
    FILTERS.filter((filter) => filter.facet === facet).map(({ name }) => name),
  ]),
);

const CONTRACT_NAMES: ReadonlyMap<FilterName, ContractName> = new Map(
  FILTERS.map(({ name, contract }) => [name, contract]),
);

/** The Creative Commons licences that exist, elements in the order of their official names. */
const ELEMENTS = ['by', 'by-sa', 'by-nd', 'by-nc', 'by-nc-sa', 'by-nc-nd'];
/** Version 1.0 also had these, without attribution; they were retired with it. */
const RETIRED = ['sa', 'nc', 'nd', 'nc-sa', 'nd-nc'];
export const CREATIVE_COMMONS: readonly string[] = [...ELEMENTS, ...RETIRED];
const VERSIONS = ['1.0', '2.0', '2.5', '3.0', '4.0'];

/** Statements of rightsstatements.org. */
const STATEMENTS = [
  ...['inc', 'inc-edu', 'inc-ow-eu', 'inc-ruu', 'inc-nc'],
  ...['noc-nc', 'noc-us', 'noc-cr', 'noc-oklr', 'nkc', 'cne', 'und'],
];

/** The normalised codes of all licences that the service tells apart, without those of a jurisdiction. */
export const LICENSE_CODES: readonly string[] = [
  ...['cc0', 'pdm', 'us-gov', 'unsplash', 'pexels', 'pixabay', 'gfdl', 'ogl-uk-3.0'],
  ...ELEMENTS.flatMap((name) => [`cc-${name}`, ...VERSIONS.map((version) => `cc-${name}-${version}`)]),
  ...RETIRED.map((name) => `cc-${name}-1.0`),
  ...STATEMENTS,
  'unknown',
];

const CODES: ReadonlySet<string> = new Set(LICENSE_CODES);
/** A version up to 3.0 for one jurisdiction: `cc-by-sa-3.0-de`. 2.1 was made for four of them only. */
const PORTED = new RegExp(
  String.raw`^cc-(?:${ELEMENTS.join('|')})-(?:(?:1\.0|2\.[05]|3\.0)-[a-z]{2,8}|2\.1-(?:au|ca|es|jp))$`,
);

export function isLicenseCode(text: string): boolean {
  return CODES.has(text) || PORTED.test(text);
}
