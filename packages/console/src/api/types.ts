import type { Asset, Filters as SentFilters, Result, SearchAnswer } from '@imagesearch/sdk';
import { filtersSchema } from '@imagesearch/sdk/generated/schemas';

export type { Collection, Pricing, Rights, Usage } from '@imagesearch/sdk';

/** Filters by their names. The page leaves out what is not set, where a request may also send null. */
export type Filters = { [Name in keyof SentFilters]: NonNullable<SentFilters[Name]> };

/** What the contract says of a filter. */
export interface FilterSchema {
  title: string;
  type: readonly ['number' | 'integer' | 'boolean' | 'string' | 'array', 'null'];
  maximum?: number;
}

export const FILTERS: Record<keyof Filters, FilterSchema> = filtersSchema.properties;

/** The facets that are measured from 0 to 1, by the names of their bounds. */
export const SHARES = Object.entries(FILTERS).flatMap(([name, { title, maximum }]) =>
  name.endsWith('_min') && maximum === 1
    ? [{ title, min: name as ShareFilter, max: name.replace(/min$/, 'max') as ShareFilter }]
    : [],
);

type ShareFilter = {
  [Name in keyof Filters]-?: NonNullable<Filters[Name]> extends number ? Name : never;
}[keyof Filters];

export type Side = NonNullable<Filters['neg_space_any']>[number];

/** What only a result has: its place among the images that a search found. */
type FoundOnly = 'score' | 'duplicates' | 'matched' | 'same_image' | 'contains_image' | 'design_met';

/** A result, or an asset that was looked up. */
export type ShownImage = Omit<Result, FoundOnly> &
  Partial<Pick<Result, Exclude<FoundOnly, 'score'>>> &
  Partial<Omit<Asset, 'score'>> &
  Pick<Result | Asset, 'score'>;

export type Phrase = NonNullable<SearchAnswer['applied_design']>['phrases'][number];
